#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// libqrencode, loaded at run time if it is installed. The QR code is optional: its text is always shown as well.
struct QREncodeLibrary {
  /// A QR code: `width` modules on each side, and in `data` one byte for each module, row by row.
  struct Symbol {
    let width: Int
    let data: [UInt8]
  }

  // QRcode *QRcode_encodeString8bit(const char *string, int version, QRecLevel level); void QRcode_free(QRcode *).
  private typealias Encode = @convention(c) (UnsafePointer<CChar>, CInt, CInt) -> UnsafeMutableRawPointer?
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

  #if canImport(Darwin)
    private static let name = "libqrencode.4.dylib"
  #else
    private static let name = "libqrencode.so.4"
  #endif

  private let encodeString: Encode
  private let free: Free

  /// Loads the library; nil if it is not installed, or lacks one of the two functions.
  static func load() -> QREncodeLibrary? {
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL), let encode = dlsym(library, "QRcode_encodeString8bit"),
      let free = dlsym(library, "QRcode_free")
    else { return nil }
    return QREncodeLibrary(
      encodeString: unsafeBitCast(encode, to: Encode.self), free: unsafeBitCast(free, to: Free.self))
  }

  /// The smallest code at error correction level L; nil if libqrencode fails, such as for a string that is empty or
  /// longer than 2,953 bytes.
  func encode(_ text: String) -> Symbol? {
    let (anyVersion, levelL): (CInt, CInt) = (0, 0)
    guard let code = encodeString(text, anyVersion, levelL) else { return nil }
    defer { free(code) }
    // struct QRcode { int version; int width; unsigned char *data; }
    let width = Int(code.load(fromByteOffset: MemoryLayout<CInt>.size, as: CInt.self))
    let data = code.load(fromByteOffset: 2 * MemoryLayout<CInt>.size, as: UnsafePointer<UInt8>?.self)
    guard let data, width > 0 else { return nil }
    return Symbol(width: width, data: Array(UnsafeBufferPointer(start: data, count: width * width)))
  }
}

#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  public import FoundationEssentials

  /// The size of a symmetric key.
  public struct SymmetricKeySize: Sendable, Hashable {
    /// The size in bits.
    public let bitCount: Int
    /// Creates a size of `bitCount` bits, which must be a positive multiple of eight.
    public init(bitCount: Int) {
      precondition(bitCount > 0 && bitCount.isMultiple(of: 8), "a key's size must be a positive multiple of 8 bits")
      self.bitCount = bitCount
    }
    /// 128 bits.
    public static let bits128 = SymmetricKeySize(bitCount: 128)
    /// 192 bits.
    public static let bits192 = SymmetricKeySize(bitCount: 192)
    /// 256 bits.
    public static let bits256 = SymmetricKeySize(bitCount: 256)
  }

  /// A secret key for HMAC, HKDF and the ciphers. It is wiped when its last copy is released, and its description does
  /// not contain it.
  public struct SymmetricKey: ContiguousBytes, Sendable, Equatable {
    private let secret: Secret

    /// Creates a key from a copy of `data`.
    public init(data: some ContiguousBytes) {
      secret = data.withUnsafeBytes { Secret($0) }
    }

    /// Generates a key with the system's random generator.
    public init(size: SymmetricKeySize) {
      var bytes = SystemRandomSource().bytes(size.bitCount / 8)
      secret = Secret(bytes)
      Wiping.wipe(&bytes)
    }

    /// The size in bits.
    public var bitCount: Int { secret.count * 8 }

    /// Passes the bytes to `body`.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try secret.withBytes(body)
    }
  }

  extension SymmetricKey: CustomStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
  }
#endif

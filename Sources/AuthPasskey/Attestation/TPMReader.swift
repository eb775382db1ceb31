/// Reads TPM structures, which consist of big-endian numbers and of buffers with a size prefix.
struct TPMReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads `count` bytes; returns nil if fewer bytes are left.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Reads a number of `size` bytes; returns nil if fewer bytes are left.
  mutating func number(_ size: Int) -> Int? { bytes(size).map { $0.reduce(0) { $0 << 8 | Int($1) } } }

  /// Reads a buffer with a size prefix of two bytes; returns nil if the buffer is truncated.
  mutating func sized() -> [UInt8]? { number(2).flatMap { bytes($0) } }

  /// Skips an algorithm and its parameters of `size` bytes; `TPM_ALG_NULL` has no parameters. Returns false if the
  /// structure is truncated.
  mutating func skipScheme(_ size: Int) -> Bool {
    guard let algorithm = number(2) else { return false }
    return algorithm == 0x0010 || bytes(size) != nil
  }
}

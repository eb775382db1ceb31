/// Reads a TPM's structures: big-endian numbers, and buffers that are preceded by their size.
struct TPMReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func number(_ size: Int) -> Int? { bytes(size).map { $0.reduce(0) { $0 << 8 | Int($1) } } }

  mutating func sized() -> [UInt8]? { number(2).flatMap { bytes($0) } }

  /// Skips an algorithm and, unless it is `TPM_ALG_NULL`, its parameters of `size` bytes. Returns whether they were
  /// there.
  mutating func skipScheme(_ size: Int) -> Bool {
    guard let algorithm = number(2) else { return false }
    return algorithm == 0x0010 || bytes(size) != nil
  }
}

import AuthCore

/// Texts and bytes behind their length, so that no two lists of them read the same.
enum LengthPrefixed {
  static func encode(_ text: String) -> [UInt8] { encode(Array(text.utf8)) }

  static func encode(_ bytes: [UInt8]) -> [UInt8] { bigEndian(UInt32(truncatingIfNeeded: bytes.count)) + bytes }

  static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  static func number<Number: FixedWidthInteger>(_ bytes: some Sequence<UInt8>, as type: Number.Type) -> Number {
    bytes.reduce(0) { $0 << 8 | Number($1) }
  }
}

/// Takes a list of them apart again.
struct LengthPrefixedReader {
  /// What has not been read yet.
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: some Collection<UInt8>) { rest = ArraySlice(bytes) }

  /// The next bytes; nil when the list ends within them.
  mutating func bytes() -> [UInt8]? {
    guard rest.count >= 4 else { return nil }
    let length = Int(LengthPrefixed.number(rest.prefix(4), as: UInt32.self))
    guard rest.count - 4 >= length else { return nil }
    rest = rest.dropFirst(4)
    defer { rest = rest.dropFirst(length) }
    return Array(rest.prefix(length))
  }

  /// The next text; nil when the list ends within it or it is no UTF-8.
  mutating func text() -> String? { bytes().flatMap { String(strictUTF8: $0) } }
}

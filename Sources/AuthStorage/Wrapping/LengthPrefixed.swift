/// Encodes strings and bytes with a length prefix (4 bytes, big-endian), so that different lists never have the same
/// encoding.
package enum LengthPrefixed {
  /// Encodes a string as UTF-8 with its length prefix.
  package static func encode(_ text: String) -> [UInt8] { encode(Array(text.utf8)) }

  /// Encodes bytes with their length prefix.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] { bigEndian(UInt32(truncatingIfNeeded: bytes.count)) + bytes }

  /// Returns the big-endian bytes of a number.
  package static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// Returns the number that big-endian bytes encode.
  package static func number<Number: FixedWidthInteger>(_ bytes: some Sequence<UInt8>, as type: Number.Type) -> Number {
    bytes.reduce(0) { $0 << 8 | Number($1) }
  }
}

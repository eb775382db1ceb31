/// Texts and bytes with length prefixes, so that different lists never have the same bytes.
package enum LengthPrefixed {
  package static func encode(_ text: String) -> [UInt8] { encode(Array(text.utf8)) }

  package static func encode(_ bytes: [UInt8]) -> [UInt8] { bigEndian(UInt32(truncatingIfNeeded: bytes.count)) + bytes }

  package static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  package static func number<Number: FixedWidthInteger>(_ bytes: some Sequence<UInt8>, as type: Number.Type) -> Number {
    bytes.reduce(0) { $0 << 8 | Number($1) }
  }
}

import Testing

@testable import AuthStorage

@Suite struct LengthPrefixedReaderTests {
  @Test func readsOnlyCompleteFields() {
    let table: [(bytes: [UInt8], value: [UInt8]?, rest: [UInt8])] = [
      ([0, 0, 0, 0], [], []), ([0, 0, 0, 2, 7, 8], [7, 8], []), ([0, 0, 0, 1, 7, 8, 9], [7], [8, 9]),
      ([0, 0, 1, 0] + [UInt8](repeating: 7, count: 256), [UInt8](repeating: 7, count: 256), []),
      ([], nil, []), ([0], nil, [0]), ([0, 0, 0], nil, [0, 0, 0]), ([0, 0, 0, 1], nil, [0, 0, 0, 1]),
      ([0, 0, 0, 2, 7], nil, [0, 0, 0, 2, 7]), ([255, 255, 255, 255, 7], nil, [255, 255, 255, 255, 7]),
    ]
    for row in table {
      var reader = LengthPrefixedReader(row.bytes)
      #expect(reader.bytes() == row.value, "\(row.bytes)")
      #expect(Array(reader.rest) == row.rest, "\(row.bytes)")
    }
  }

  @Test func textIsStrictUTF8() {
    var reader = LengthPrefixedReader(LengthPrefixed.encode("é") + LengthPrefixed.encode([0xFF]))
    #expect(reader.text() == "é")
    #expect(reader.text() == nil)
  }
}

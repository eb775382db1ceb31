import AuthCore
import Testing

@testable import AuthTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Widths beside those of Python's `wcwidth` (`Tests/Vectors/texts`).
struct ColumnWidthTests {
  private let vectors: JSONObject

  init() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: tests.appending(path: "Vectors/texts/widths.json"))
    vectors = try #require(try JSONValue(parsing: data).objectValue)
  }

  @Test func agreesWithWCWidth() throws {
    var expected: [UInt32: Int] = [:]
    for range in try #require(vectors["ranges"]?.arrayValue) {
      let numbers = (range.arrayValue ?? []).compactMap(\.integerValue)
      for value in UInt32(numbers[0])...UInt32(numbers[1]) { expected[value] = Int(numbers[2]) }
    }
    #expect(expected.count > 75_000)
    let differences = expected.sorted { $0.key < $1.key }.compactMap { value, width -> String? in
      guard let scalar = Unicode.Scalar(value) else { return nil }
      let ours = ColumnWidth.of(String(Character(scalar)))
      return ours == width ? nil : String(value, radix: 16) + " \(ours)"
    }
    #expect(differences == [])
  }

  @Test func aTextIsAsWideAsItsCharacters() throws {
    for pair in try #require(vectors["texts"]?.arrayValue) {
      let text = try #require(pair.arrayValue?[0].stringValue)
      #expect(ColumnWidth.of(text) == Int(pair.arrayValue?[1].integerValue ?? -1), "\(text)")
    }
    #expect(ColumnWidth.of("\u{1B}[1;31mred\u{1B}[0m") == 3)
  }
}

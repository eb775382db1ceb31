import Testing

@testable import AuthCore

/// The message for a file that is not JSON: the line and column, and the probable cause.
struct JSONErrorLocationTests {
  private func located(_ text: [UInt8]) -> String? {
    do throws(JSONError) {
      _ = try JSONValue(parsing: text)
      return nil
    } catch {
      return error.located(in: ContiguousArray(text))
    }
  }

  @Test func placesAreLinesAndColumns() {
    let cases: [(text: String, said: String)] = [
      ("", "the text ends where a value is expected at line 1, column 1"),
      ("{\n  \"a\": 1,\n  b}", "a member name is expected at line 3, column 3"),
      ("{\r\n\"ä€\": nul}", "a value is expected at line 2, column 7"),
      ("{\"a\": 1,\n}", "a member name is expected at line 2, column 1 (remove the preceding comma)"),
      ("[1, ]", "a value is expected at line 1, column 5 (remove the preceding comma)"),
      ("{} // mine", "unexpected bytes after the value at line 1, column 4 (JSON has no comments)"),
      ("# mine\n{}", "a value is expected at line 1, column 1 (JSON has no comments)"),
      ("{'a': 1}", "a member name is expected at line 1, column 2 (JSON uses double quotation marks)"),
      ("{\"a\": 1, \"a\": 2}", "duplicate member at line 1, column 10"),
    ]
    for (text, said) in cases { #expect(located(Array(text.utf8)) == said, "\(text)") }
  }

  @Test func otherEncodingsAreNamed() {
    #expect(located([0xEF, 0xBB, 0xBF] + Array("{}".utf8))?.contains("byte-order mark") == true)
    #expect(located([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])?.contains("UTF-16") == true)
    #expect(located([0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D])?.contains("UTF-16") == true)
  }
}

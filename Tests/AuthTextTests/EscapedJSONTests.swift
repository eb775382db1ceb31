import AuthText
import Testing

@Suite struct EscapedJSONTests {
  @Test(
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"b"}"#), ("{\"a\":\"\u{9B}2J\"}", #"{"a":"\u009b2J"}"#),
      ("\"\u{202E}\u{7F}\"", #""\u202e\u007f""#), ("\"\u{E0041}\"", #""\udb40\udc41""#),
      ("{\n  \"ü\": \"👍\"\n}", "{\n  \"ü\": \"👍\"\n}"),
    ])
  func escapesAsJSONDoes(json: String, escaped: String) { #expect(EscapedJSON.text(json) == escaped) }
}

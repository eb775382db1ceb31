import AuthCore
import Testing

/// Texts of a server that prompts and errors show.
@Suite struct ServerTextTests {
  @Test func removesControlCharacters() {
    let table: [(text: String, shown: String?)] = [
      ("a\u{1B}[31mb", "a [31mb"), ("a\r\nb", "a b"), ("a\u{202E}b", "a b"), ("say \"no\"", "say 'no'"),
      ("", nil), ("\u{0}\u{2028}\u{E000}", nil), ("größer", "größer"), ("  a   b  ", "a b"),
    ]
    for row in table {
      #expect(ServerText.shown(row.text) == row.shown, "\(row.text.unicodeScalars.map(\.value))")
    }
    let long = ServerText.shown(String(repeating: "x", count: 5000))
    #expect(long?.count == ServerText.limit + 1 && long?.hasSuffix("…") == true)
    let stacked = ServerText.shown("a" + String(repeating: "\u{301}", count: 5000))
    #expect((stacked?.unicodeScalars.count ?? 0) <= 4 * ServerText.limit + 1)
  }

  @Test func quotesEveryText() {
    #expect(ServerText.quoted("example.com") == "example.com")
    #expect(ServerText.quoted("\u{1B}\u{202E}").isEmpty)
    #expect(ServerText.quoted(String(repeating: "x", count: 5000)).count == ServerText.limit + 1)
  }
}

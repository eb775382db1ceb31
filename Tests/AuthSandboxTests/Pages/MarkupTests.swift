import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// Checks that pages show input of clients as text, not as markup.
@Suite struct MarkupTests {
  @Test func escapesInterpolatedText() {
    let hostile = "<script>alert('1')</script>\"&amp;"
    let markup: Markup = "<p title=\"\(hostile)\">\(hostile)</p>"
    let escaped = "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;amp;"
    #expect(markup.text == "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test func markupStaysMarkup() {
    let inner: Markup = "<b>\("<")</b>"
    #expect(("<p>\(inner)\([inner, "x"])\(-7)</p>" as Markup).text == "<p><b>&lt;</b><b>&lt;</b>x-7</p>")
  }

  /// A client chooses how long its names and its user agent are.
  @Test func cutsOverlongText() {
    let long = String(repeating: "x", count: 5000)
    #expect(("<p>\(long)</p>" as Markup).text == "<p>\(String(repeating: "x", count: 4096))… (904 more)</p>")
    let markup: Markup = "<b>\(long)</b>"
    #expect(("<p>\(markup)</p>" as Markup).text.hasSuffix("(904 more)</b></p>"), "markup is not cut again")
    #expect(("\("a\n\tb\u{202E}c\u{9B}d")" as Markup).text == "a\n\tb\\u{202E}c\\u{9B}d")
  }

  @Test func tablesEscapeTheirCellsAndNames() {
    let table = PageTable(caption: "<c>", columns: ["<k>"], empty: "<e>", rows: [["\("<v>")"]])
    #expect(table.markup.text.contains("<caption>&lt;c&gt;</caption>"))
    #expect(table.markup.text.contains("<td data-label=\"&lt;k&gt;\">&lt;v&gt;</td>"))
    #expect(PageTable(caption: "", columns: [], empty: "<e>", rows: []).markup.text.contains("&lt;e&gt;"))
  }
}

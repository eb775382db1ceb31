import AuthTerminal
import Testing

@testable import LatchkeyCommands

struct LabelledLinesTests {
  @Test func valuesAreInOneColumn() {
    let rows: [(TerminalText, TerminalText)] = [("ＩＤ", "one two"), ("name", "three"), ("x", "4")]
    #expect(
      LabelledLines.text(rows, Layout(columns: nil)).text == "  ＩＤ  one two\n  name  three\n  x     4")
    let narrow = LabelledLines.text([("label", "seven words that a narrow terminal wraps")], Layout(columns: 30)).text
    let long = LabelledLines.text([("label", "0123456789-0123456789")], Layout(columns: 29)).text
    #expect(long == "  label\n    0123456789-0123456789")
    #expect(narrow == "  label  seven words that a\n         narrow terminal wraps")
  }
}

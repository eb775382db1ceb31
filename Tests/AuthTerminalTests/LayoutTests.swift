import Testing

@testable import AuthTerminal

struct LayoutTests {
  private func lines(_ text: TerminalText, _ columns: Int?, indent: Int = 0) -> [String] {
    Layout(columns: columns).line(text, indent: indent).text.split(separator: "\n").map(String.init)
  }

  @Test func aLineIsWrappedBetweenWords() {
    #expect(lines("one two three four five", nil) == ["one two three four five"])
    #expect(lines("one two three four five", 20, indent: 0) == ["one two three four", "five"])
    #expect(lines("one two three four five six", 24, indent: 2) == ["one two three four five", "  six"])
    #expect(lines("one two three four five", 19) == ["one two three four five"], "too narrow to be read")
  }

  /// Otherwise the text would be longer than the terminal is wide.
  @Test func theIndentationIsSmallInANarrowTerminal() {
    #expect(
      lines("  name              one two three four", 30, indent: 20) == [
        "  name              one two", "    three four",
      ])
  }

  @Test func aListKeepsItsRowsInWideCharacters() {
    let list: TerminalText = "  ｎａｍｅ  ｏｎｅ ｔｗｏ ｔｈｒｅｅ ｆｏｕｒ ｆｉｖｅ"
    let wrapped = Layout(columns: 40).paragraphs(list).text.split(separator: "\n")
    #expect(wrapped == ["  ｎａｍｅ  ｏｎｅ ｔｗｏ ｔｈｒｅｅ", "            ｆｏｕｒ ｆｉｖｅ"])
  }

  @Test("A table writes the marks of a catalog's text, and escapes those of a user's text") func tableOfTexts() {
    let marks = TerminalText(trusted: "\u{202E}ID\u{202C}")
    var table = TextTable([marks])
    table.add([TextTable.Cell("\("\u{202E}" as String)x")])
    let lines = table.lines(columns: nil, heading: { $0 }).map(\.text)
    #expect(lines == ["\u{202E}ID\u{202C}", "\\u{202E}x"])
  }

  @Test func aTableThatDoesNotFitIsWrittenAsBlocks() {
    var table = TextTable(["  ACCOUNT", "ID"])
    table.add([TextTable.Cell("● jane@example.com"), TextTable.Cell("0123456789-0123456789")])
    func text(_ columns: Int) -> [String] { table.lines(columns: columns, heading: { $0 }).map(\.text) }
    #expect(text(41) == ["  ACCOUNT           ID", "● jane@example.com  0123456789-0123456789"])
    #expect(text(40) == ["● jane@example.com", "  ID 0123456789-0123456789"])
    // A line of its own would begin where the value begins now.
    #expect(text(24) == ["● jane@example.com", "  ID 0123456789-0123456789"])
  }
}

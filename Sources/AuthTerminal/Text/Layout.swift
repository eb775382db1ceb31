/// Wraps text between words at the terminal's width, or at 120 columns in a wider terminal. Text for a pipe stays
/// unchanged.
package struct Layout: Sendable {
  /// The number of columns, at most 120; nil without a terminal, or if its width is unknown.
  package let columns: Int?

  /// Creates a layout. A width of more than 120 columns counts as 120.
  package init(columns: Int?) { self.columns = columns.map { min($0, 120) } }

  /// The line, wrapped, with continuation lines indented by `indent` spaces: by at most four if fewer than 20 columns
  /// would be left. A terminal of fewer than 20 columns gets the line unchanged.
  package func line(_ text: TerminalText, indent wanted: Int = 0) -> TerminalText {
    guard let columns, columns >= 20 else { return text }
    let indent = columns >= wanted + 20 ? wanted : min(wanted, 4)
    var lines: [String] = []
    var line = ""
    var count = 0
    for (index, word) in text.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let length = ColumnWidth.of(word)
      if index == 0 {
        line = String(word)
        count = length
      } else if count > indent, length > 0, count + 1 + length > columns {
        while line.last == " " { line.removeLast() }
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
        count = indent + length
      } else {
        line += " " + word
        count += 1 + length
      }
    }
    return TerminalText(trusted: (lines + [line]).joined(separator: "\n"))
  }

  /// Several lines, wrapped. A line of more than 90 characters belongs to the same paragraph as the next line, and the
  /// two are joined. A line that begins with two spaces is a row of a list, with a name and a text: it stays a row, and
  /// its further lines begin under its text.
  package func paragraphs(_ text: TerminalText) -> TerminalText {
    guard columns != nil else { return text }
    var joined: [String] = []
    var isOpen = false
    for part in text.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isOpen, !part.isEmpty, !part.hasPrefix("  ") {
        joined[joined.count - 1] += " " + part
      } else {
        joined.append(String(part))
      }
      isOpen = part.count > 90 && !part.hasPrefix("  ")
    }
    return joined.map { line(TerminalText(trusted: $0), indent: Self.indent(of: $0)) }.joined(separator: "\n")
  }

  /// The column at which a list row's text begins; 0 for any other line.
  private static func indent(of line: String) -> Int {
    guard line.hasPrefix("  "), let gap = line.dropFirst(2).firstRange(of: "  ") else { return 0 }
    return ColumnWidth.of(line) - ColumnWidth.of(line[gap.upperBound...].drop { $0 == " " })
  }
}

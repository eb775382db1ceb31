/// A table for a terminal: a heading over each column, and rows. If the terminal is too narrow, each row is written as
/// a block of lines, with the first cell alone and the others below it after their headings.
package struct TextTable {
  /// A cell: its text, which is escaped when it is written, and how it is coloured.
  package struct Cell {
    package let text: String
    package let style: (TerminalText) -> TerminalText

    package init(_ text: String, style: @escaping (TerminalText) -> TerminalText = { $0 }) {
      self.text = text
      self.style = style
    }
  }

  package let headings: [String]
  package private(set) var rows: [[Cell]] = []

  private static let gap = 2

  package init(_ headings: [String]) { self.headings = headings }

  /// Adds a row, which has a cell for each heading.
  package mutating func add(_ row: [Cell]) { rows.append(row) }

  /// Returns the lines.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal; nil if it is unknown.
  ///   - style: the style of the headings.
  package func lines(columns: Int?, heading style: (TerminalText) -> TerminalText) -> [TerminalText] {
    let escaped = rows.map { row in row.map { ("\($0.text)" as TerminalText, $0.style) } }
    let titles = headings.map { "\($0)" as TerminalText }
    let widths = titles.indices.map { index in
      (escaped.map { $0[index].0.columns } + [titles[index].columns]).max() ?? 0
    }
    let whole = widths.reduce(0, +) + Self.gap * max(0, widths.count - 1)
    guard whole <= columns ?? .max else { return blocks(escaped, titles, Layout(columns: columns), style) }
    func line(_ cells: [(TerminalText, (TerminalText) -> TerminalText)]) -> TerminalText {
      var line: TerminalText = ""
      for (index, (text, style)) in cells.enumerated() {
        line += style(text)
        guard index < cells.count - 1 else { break }
        line += "\(String(repeating: " ", count: widths[index] - text.columns + Self.gap))"
      }
      return line
    }
    return [style(line(titles.map { ($0, { $0 }) }))] + escaped.map(line)
  }

  private func blocks(
    _ rows: [[(TerminalText, (TerminalText) -> TerminalText)]], _ titles: [TerminalText], _ layout: Layout,
    _ heading: (TerminalText) -> TerminalText
  ) -> [TerminalText] {
    rows.flatMap { row -> [TerminalText] in
      row.enumerated().compactMap { index, cell in
        guard !cell.0.isEmpty else { return nil }
        let text = cell.1(cell.0)
        return layout.line(index == 0 ? text : "  " + heading(titles[index] + " ") + text, indent: 4)
      }
    }
  }
}

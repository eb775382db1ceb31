/// A table for a terminal: a heading over each column, and rows. If the terminal is too narrow, each row is written as
/// a block of lines, with the first cell alone and the others below it after their headings.
package struct TextTable {
  /// A cell: its text, and how it is coloured.
  package struct Cell {
    package let text: TerminalText
    package let style: (TerminalText) -> TerminalText

    package init(_ text: TerminalText, style: @escaping (TerminalText) -> TerminalText = { $0 }) {
      self.text = text
      self.style = style
    }
  }

  package let headings: [TerminalText]
  package private(set) var rows: [[Cell]] = []

  private static let gap = 2

  package init(_ headings: [TerminalText]) { self.headings = headings }

  /// Adds a row, which has a cell for each heading.
  package mutating func add(_ row: [Cell]) { rows.append(row) }

  /// Returns the lines.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal; nil if it is unknown.
  ///   - style: the style of the headings.
  package func lines(columns: Int?, heading style: (TerminalText) -> TerminalText) -> [TerminalText] {
    let widths = headings.indices.map { index in
      (rows.map { $0[index].text.columns } + [headings[index].columns]).max() ?? 0
    }
    let whole = widths.reduce(0, +) + Self.gap * max(0, widths.count - 1)
    guard whole <= columns ?? .max else { return blocks(Layout(columns: columns), style) }
    func line(_ cells: [Cell]) -> TerminalText {
      var line: TerminalText = ""
      for (index, cell) in cells.enumerated() {
        line += cell.style(cell.text)
        guard index < cells.count - 1 else { break }
        line += "\(String(repeating: " ", count: widths[index] - cell.text.columns + Self.gap))"
      }
      return line
    }
    return [style(line(headings.map { Cell($0) }))] + rows.map(line)
  }

  private func blocks(_ layout: Layout, _ heading: (TerminalText) -> TerminalText) -> [TerminalText] {
    rows.flatMap { row -> [TerminalText] in
      row.enumerated().compactMap { index, cell in
        guard !cell.text.isEmpty else { return nil }
        let text = cell.style(cell.text)
        return layout.line(index == 0 ? text : "  " + heading(headings[index] + " ") + text, indent: 4)
      }
    }
  }
}

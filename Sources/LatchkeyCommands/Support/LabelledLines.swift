import AuthTerminal

/// Lines of a label and a value, with the values in one column.
enum LabelledLines {
  static func text(_ rows: [(label: TerminalText, value: TerminalText)], _ layout: Layout) -> TerminalText {
    let width = rows.map(\.label.columns).max() ?? 0
    return rows.map { row in
      let gap = String(repeating: " ", count: width - row.label.columns + 2)
      return layout.line("  " + row.label + "\(gap)" + row.value, indent: width + 4)
    }.joined(separator: "\n")
  }
}

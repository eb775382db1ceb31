import AuthTerminal

/// Lines of a label and a value, with the values in one column. A value that is too long for that is below its label.
enum LabelledLines {
  static func text(_ rows: [(label: TerminalText, value: TerminalText)], _ layout: Layout) -> TerminalText {
    let width = rows.map(\.label.columns).max() ?? 0
    return rows.map { row in
      let gap = String(repeating: " ", count: width - row.label.columns + 2)
      let longest = row.value.text.split(separator: " ").map { TerminalText(trusted: String($0)).columns }.max() ?? 0
      let isBeside = width + 4 + longest <= layout.columns ?? .max
      return layout.line("  " + row.label + "\(gap)" + row.value, indent: isBeside ? width + 4 : 4)
    }.joined(separator: "\n")
  }
}

/// A table of rows with what was seen, as text and as Markdown.
struct ConformanceTable {
  /// The first column's title: a section, or a test.
  let title: String
  private var lines: [(row: TableRow, fault: String?, outcome: String)] = []

  /// Runs the rows.
  init(_ title: String, running rows: [TableRow]) async throws {
    self.title = title
    for row in rows {
      let (fault, outcome) = try await row.result()
      lines.append((row, fault, outcome))
    }
  }

  var faults: [String] { lines.compactMap { line in line.fault.map { "\(line.row.name): \($0)" } } }

  /// A line for each row.
  var text: String {
    let width = lines.map(\.row.name.count).max() ?? 0
    let applied = lines.filter(\.row.applies)
    let head =
      "\(title): \(lines.count) rows, \(applied.count { $0.fault == nil }) hold, \(faults.count) broken, "
      + "\(lines.count - applied.count) not applicable"
    return
      ([head]
      + lines.map { line in
        let name = line.row.name + String(repeating: " ", count: width - line.row.name.count)
        let verdict = !line.row.applies ? "-     " : line.fault == nil ? "holds " : "BROKEN"
        let seen = line.row.level == .test ? line.outcome : line.row.level.rawValue
        let reason = line.row.applies ? "" : ": \(line.row.shown)"
        return "  \(verdict) \(name)  \(seen): \(line.row.rule)\(reason)" + (line.fault.map { " (\($0))" } ?? "")
      }).joined(separator: "\n")
  }

  /// The rows as a Markdown table.
  var markdown: [String] {
    if lines.first?.row.level == .test {
      return ["| test | the provider | the client |", "| --- | --- | --- |"]
        + lines.map { "| `\($0.row.name)` | \($0.row.rule) | \($0.outcome). \($0.row.shown) |" }
    }
    return ["| § | | rule | what the test sees |", "| --- | --- | --- | --- |"]
      + lines.map { line in
        let shown = line.row.applies ? line.row.shown : "does not apply: " + line.row.shown
        return "| \(line.row.name) | \(line.row.level.rawValue) | \(line.row.rule) | \(shown) |"
      }
  }
}

/// The tables of a page whose rows name source files: the first cell says what a row is about, each other cell contains
/// paths below `Sources`, or a dash. The word `backend:` may precede the paths of a cell's second part.
struct PathTables {
  /// One row.
  struct Row {
    /// What the row is about.
    let topic: String
    /// The texts of the other cells, divided at commas: each should be a path between backticks.
    let items: [String]

    var paths: [String] { items.compactMap(PathTables.path) }
  }

  let rows: [Row]

  init(_ page: String) {
    var rows: [Row] = []
    for line in page.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.dropFirst(2).split(separator: " | ", omittingEmptySubsequences: false).map {
        $0.hasSuffix(" |") ? $0.dropLast(2) : $0
      }
      if cells.allSatisfy({ $0 == "---" }) {
        // The row above contains the names of the columns.
        _ = rows.popLast()
      } else {
        let items = cells.dropFirst().filter { $0 != "–" }.flatMap { cell in
          cell.replacing("; backend: ", with: ", ").split(separator: ", ").map {
            $0.hasPrefix("backend: ") ? $0.dropFirst("backend: ".count) : $0
          }
        }
        rows.append(Row(topic: cells.first.map { String($0) } ?? "", items: items.map { String($0) }))
      }
    }
    self.rows = rows
  }

  var paths: [String] { rows.flatMap(\.paths) }

  /// The rows that are not in the form of the page, or that are about the same topic as an earlier row.
  var faults: [String] {
    var topics: Set<String> = []
    return rows.flatMap { row -> [String] in
      var faults = row.items.filter { Self.path($0) == nil }.map { "\(row.topic): not a path: \($0)" }
      if row.items.isEmpty { faults.append("\(row.topic): no file") }
      if !topics.insert(row.topic).inserted { faults.append("\(row.topic): a second row") }
      return faults
    }
  }

  /// The path between backticks; nil for any other text.
  private static func path(_ item: String) -> String? {
    guard item.hasPrefix("`"), item.hasSuffix("`"), item.count > 2 else { return nil }
    let path = item.dropFirst().dropLast()
    guard path.contains("/"), !path.contains("`"), [".swift", ".c", ".h"].contains(where: { path.hasSuffix($0) }) else {
      return nil
    }
    return String(path)
  }
}

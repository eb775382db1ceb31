/// A table that can be read on a phone, where each row becomes a card and each cell is labelled with its column's name.
struct PageTable: Sendable {
  /// The table's caption for screen readers.
  let caption: String
  let columns: [String]
  /// The text that replaces an empty table.
  let empty: String
  let rows: [[Markup]]
  /// Whether the table is one of several stacked tables with aligned columns.
  var isAligned = false
  /// Whether the table is the request log, whose cards on a phone have no labels.
  var isLog = false

  var markup: Markup {
    if rows.isEmpty { return "<p class=\"empty\">\(empty)</p>\n" }
    let style: Markup = isLog ? " class=\"log\"" : isAligned ? " class=\"list\"" : ""
    return """
      <table\(style)>
      <caption>\(caption)</caption>
      <thead><tr>\(columns.map { "<th scope=\"col\">\($0)</th>" })</tr></thead>
      <tbody>
      \(rows.map(row))</tbody>
      </table>

      """
  }

  private func row(_ cells: [Markup]) -> Markup {
    "<tr>\(zip(columns, cells).map { "<td data-label=\"\($0)\">\($1)</td>" as Markup })</tr>\n"
  }
}

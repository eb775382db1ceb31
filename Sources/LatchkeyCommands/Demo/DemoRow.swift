import AuthCore
import AuthTerminal
import AuthUI

/// The result of one provider's run.
struct DemoRow: Sendable {
  let provider: ProviderID
  var method: MethodID?
  var steps: [String] = []
  var subject: String?
  var status: Int?
  /// Whether the sandbox's own log contains the authorised request with status 200.
  var isLogged = false
  var error: AuthError?

  var isOK: Bool { error == nil && status == 200 && isLogged }

  var json: JSONObject {
    var json: JSONObject = ["provider": .string(provider.rawValue), "ok": .bool(isOK)]
    json["method"] = (method?.rawValue).map(JSONValue.string) ?? .null
    json["steps"] = .array(steps.map(JSONValue.string))
    json["subject"] = subject.map(JSONValue.string) ?? .null
    json["authorisedRequest"] = ["status": status.map { .integer(Int64($0)) } ?? .null, "logged": .bool(isLogged)]
    json["error"] = error.map { .object(Failure.json($0)) }
    return json
  }

  /// A table of rows. If the lines would be longer than `columns`, the last column is clipped, but not to less than its
  /// heading. In a terminal that is even narrower, each row is a block of lines.
  static func table(
    _ rows: [DemoRow], _ text: (Phrase) -> TerminalText, style: Style, columns: Int? = nil
  ) -> TerminalText {
    func word(_ name: String) -> TerminalText { text(Phrase("command.demo." + name)) }
    let head = ["provider", "result", "method", "request", "subject"].map { word("heading." + $0) }
    func cells(_ row: DemoRow, subject: String) -> [TerminalText] {
      [
        "\(row.provider)", word(row.isOK ? "ok" : "failed"), "\(row.method?.rawValue ?? "–")",
        "\(row.status.map { "GET /backend/me → \($0)" } ?? row.error?.code.rawValue ?? "–")", "\(subject)",
      ]
    }
    let whole = rows.map { cells($0, subject: $0.subject ?? "–") }
    var widths = head.indices.map { column in ([head] + whole).map { $0[column].columns }.max() ?? 0 }
    let last = widths.count - 1
    let rest = columns.map { $0 - widths[..<last].reduce(2 * last, +) } ?? widths[last]
    widths[last] = min(widths[last], max(rest, head[last].columns))
    if let columns, widths.reduce(2 * last, +) > columns { return blocks(rows, head, whole, style, columns) }
    func line(_ cells: [TerminalText]) -> TerminalText {
      (zip(cells, widths).prefix(last).map { $0 + "\(String(repeating: " ", count: $1 - $0.columns))" } + [cells[last]])
        .joined(separator: "  ")
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
    let body = rows.map { row in
      var cells = cells(row, subject: clipped(row.subject ?? "–", widths[last]))
      cells[1] = coloured(cells[1], row, style)
      return line(cells)
    }
    return ([style.bold(line(head)), style.dim("\(rule)")] + body).joined(separator: "\n")
  }

  private static func blocks(
    _ rows: [DemoRow], _ head: [TerminalText], _ cells: [[TerminalText]], _ style: Style, _ columns: Int
  ) -> TerminalText {
    var table = TextTable(head)
    for (row, texts) in zip(rows, cells) {
      table.add(
        texts.enumerated().map { index, text in
          TextTable.Cell(text) { index == 1 ? coloured($0, row, style) : $0 }
        })
    }
    return table.lines(columns: columns, heading: style.dim).joined(separator: "\n")
  }

  private static func coloured(_ result: TerminalText, _ row: DemoRow, _ style: Style) -> TerminalText {
    row.isOK ? style.green(result) : style.red(result)
  }

  private static func clipped(_ text: String, _ columns: Int) -> String {
    func width(_ text: String) -> Int { ("\(text)" as TerminalText).columns }
    var text = text
    guard width(text) > columns else { return text }
    while width(text) >= columns, !text.isEmpty { text.removeLast() }
    return text + "…"
  }
}

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
    func word(_ name: String) -> String { text(Phrase("command.demo." + name)).text }
    let head = ["provider", "result", "method", "request", "subject"].map { word("heading." + $0) }
    let cells = rows.map { row in
      [
        row.provider.rawValue, word(row.isOK ? "ok" : "failed"), row.method?.rawValue ?? "–",
        row.status.map { "GET /backend/me → \($0)" } ?? row.error?.code.rawValue ?? "–", row.subject ?? "–",
      ]
    }
    var widths = head.indices.map { column in ([head] + cells).map { width($0[column]) }.max() ?? 0 }
    let last = widths.count - 1
    let rest = columns.map { $0 - widths[..<last].reduce(2 * last, +) } ?? widths[last]
    widths[last] = min(widths[last], max(rest, width(head[last])))
    if let columns, widths.reduce(2 * last, +) > columns { return blocks(rows, head, cells, style, columns) }
    let padded = ([head] + cells).map { zip($0, widths).map { Help.padded(clipped($0, $1), $1) } }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
    let body = zip(rows, padded.dropFirst()).map { row, texts in
      let result: TerminalText = "\(texts[1])"
      let rest = texts.dropFirst(2).joined(separator: "  ").trimmingEnd
      return "\(texts[0])  \(row.isOK ? style.green(result) : style.red(result))  \(rest)" as TerminalText
    }
    let title = padded[0].joined(separator: "  ").trimmingEnd
    return ([style.bold("\(title)"), style.dim("\(rule)")] + body).joined(separator: "\n")
  }

  private static func blocks(
    _ rows: [DemoRow], _ head: [String], _ cells: [[String]], _ style: Style, _ columns: Int
  ) -> TerminalText {
    var table = TextTable(head.map { "\($0)" })
    for (row, texts) in zip(rows, cells) {
      table.add(
        texts.enumerated().map { index, text in
          TextTable.Cell("\(text)") { index != 1 ? $0 : row.isOK ? style.green($0) : style.red($0) }
        })
    }
    return table.lines(columns: columns, heading: style.dim).joined(separator: "\n")
  }

  private static func width(_ text: String) -> Int { ("\(text)" as TerminalText).columns }

  private static func clipped(_ text: String, _ columns: Int) -> String {
    var text = text
    guard width(text) > columns else { return text }
    while width(text) >= columns, !text.isEmpty { text.removeLast() }
    return text + "…"
  }
}

extension String {
  /// The text without trailing spaces.
  var trimmingEnd: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

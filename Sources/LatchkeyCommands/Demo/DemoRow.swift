import AuthCore
import AuthTerminal

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
  /// heading.
  static func table(_ rows: [DemoRow], style: Style, columns: Int? = nil) -> TerminalText {
    let head = ["provider", "result", "method", "authorised request", "subject"]
    let cells = rows.map { row in
      [
        row.provider.rawValue, row.isOK ? "ok" : "failed", row.method?.rawValue ?? "–",
        row.status.map { "GET /backend/me → \($0)" } ?? row.error?.code.rawValue ?? "–", row.subject ?? "–",
      ]
    }
    var widths = head.indices.map { column in ([head] + cells).map { $0[column].count }.max() ?? 0 }
    let last = widths.count - 1
    let rest = columns.map { $0 - widths[..<last].reduce(2 * last, +) } ?? widths[last]
    widths[last] = min(widths[last], max(rest, head[last].count))
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

  private static func clipped(_ text: String, _ width: Int) -> String {
    text.count > width ? text.prefix(width - 1) + "…" : text
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

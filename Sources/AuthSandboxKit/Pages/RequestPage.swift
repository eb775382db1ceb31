import AuthCore

/// The page of one logged request: what is known of it, its decoded credentials, and the tokens of its response.
enum RequestPage {
  private static let prefix = Page.Name.requests.rawValue + "/"

  static func path(_ sequence: Int64) -> String { prefix + String(sequence) }

  /// Returns the sequence number in a path of such a page; nil for any other path.
  static func sequence(inPath path: String) -> Int64? {
    guard path.hasPrefix(prefix), let sequence = Int64(path.dropFirst(prefix.count)), sequence > 0 else { return nil }
    return sequence
  }

  static func page(_ sequence: Int64, _ log: RequestLog) -> Page {
    guard let entry = log.entry(sequence) else { return missing(sequence) }
    let detail = log.detail(of: sequence)
    let later = log.entry(sequence + 1)
    return Page(
      name: .requests, title: "Request \(sequence)",
      content: """
        <p class="lead"><code>\(entry.method) \(entry.path)</code></p>
        \(facts(entry))\
        <h2>Credentials</h2>
        \(presented(detail, isKept: log.keepsDetail(of: sequence)))\
        \(issued(detail))\
        <p class="pages"><a href="\(Page.Name.requests.rawValue)">All requests</a>\
        \(sequence > 1 && log.entry(sequence - 1) != nil ? link("Previous", sequence - 1) : "")\
        \(later == nil ? "" : link("Next", sequence + 1))</p>

        """)
  }

  private static func facts(_ entry: RequestLog.Entry) -> Markup {
    let fault = entry.note.flatMap { $0.hasPrefix("fault: ") ? String($0.dropFirst(7).prefix { $0 != ";" }) : nil }
    var facts: [(name: String, value: Markup)] = [
      ("Server", "\(PageParts.title(entry.provider))"), ("Status", PageParts.status(entry.status)),
      ("Time of the sandbox", "\(PageParts.time(entry.at)) UTC"),
    ]
    if let fault { facts.append(("Injected fault", "\(fault)")) }
    if let note = entry.note { facts.append(("Note", "\(note)")) }
    return """
      <dl class="panel">
      \(facts.map { "<dt>\($0.name)</dt><dd>\($0.value)</dd>\n" as Markup })</dl>

      """
  }

  private static func presented(_ detail: RequestDetail?, isKept: Bool) -> Markup {
    guard let lines = detail?.presented, !lines.isEmpty else {
      return isKept
        ? "<p class=\"empty\">The request had no credential that the sandbox decodes.</p>\n"
        : "<p class=\"empty\">The log keeps the credentials of only the last \(RequestLog.detailLimit) requests.</p>\n"
    }
    return Markup(lines.map { CredentialPanel.markup($0, isIssued: false) })
  }

  private static func issued(_ detail: RequestDetail?) -> Markup {
    guard let lines = detail?.issued, !lines.isEmpty else { return "" }
    return "<h2>Tokens in the response</h2>\n\(lines.map { CredentialPanel.markup($0, isIssued: true) })"
  }

  private static func link(_ text: String, _ sequence: Int64) -> Markup {
    " <a href=\"\(path(sequence))\">\(text)</a>"
  }

  private static func missing(_ sequence: Int64) -> Page {
    Page(
      name: .requests, title: "Request \(sequence)",
      content: """
        <p class="notice">The log has no request with this number: the number is too large, the sandbox was reset, or
        the request was too long ago.</p>
        <p class="pages"><a href="\(Page.Name.requests.rawValue)">All requests</a></p>

        """, status: 404)
  }
}

import AuthCore

/// The page with the request log, newest first.
enum RequestsPage {
  /// Returns the page with the newest entries.
  ///
  /// - Parameters:
  ///   - log: the request log.
  ///   - providers: the names of all servers, for the filter.
  ///   - provider: the server whose requests are shown; nil or empty for all.
  ///   - before: the sequence number before which the shown entries end; nil for the newest.
  ///   - isWatched: whether the page reloads itself.
  static func page(
    _ log: RequestLog, of providers: [String], provider: String?, before: Int64?, isWatched: Bool
  ) -> Page {
    let wanted = provider.flatMap { $0.isEmpty ? nil : $0 }
    let fitting = log.entries(after: 0).reversed().lazy
      .filter { (wanted == nil || $0.provider == wanted) && $0.sequence < before ?? .max }
    let entries = Array(fitting.prefix(PageParts.limit + 1))
    let shown = entries.prefix(PageParts.limit)
    let table = PageTable(
      caption: "Requests, newest first", columns: ["No.", "Time", "Server", "Request", "Status", "Note"],
      empty: "No request has been logged.",
      rows: shown.map { entry in
        [
          "<span class=\"number\">\(entry.sequence)</span>", PageParts.time(entry.at),
          "\(PageParts.title(entry.provider))", "<code>\(entry.method) \(entry.path)</code>", status(entry.status),
          entry.note.map { "\($0)" } ?? "",
        ]
      })
    let older: Markup =
      entries.count > shown.count
      ? "<p><a href=\"\(link(wanted, before: shown.last?.sequence))\">Older requests</a></p>\n" : ""
    return Page(
      name: .requests,
      content: """
        <p class="lead">The requests to the vendors and to the app’s systems, without bodies, queries or secrets.
        Requests for these pages and for control routes are not logged.</p>
        <form method="get" action="\(Page.Name.requests.rawValue)" class="panel">
        <label>Server <select name="provider"><option value="">all</option>\
        \(providers.map { option($0, wanted) })\
        </select></label>
        <button>Show</button>
        </form>
        \(table.markup)\(older)\(PageParts.watchLink(.requests, isWatched: isWatched))
        """, isWatched: isWatched)
  }

  private static func option(_ name: String, _ wanted: String?) -> Markup {
    let selected: Markup = name == wanted ? " selected" : ""
    return "<option value=\"\(name)\"\(selected)>\(PageParts.title(name))</option>"
  }

  private static func link(_ provider: String?, before: Int64?) -> String {
    "\(Page.Name.requests.rawValue)?provider=\(PercentEncoding.encode(provider ?? ""))&before=\(before ?? 0)"
  }

  private static func status(_ status: Int) -> Markup {
    switch status {
    case 0: "<span class=\"number bad\">closed</span>"
    case 200..<400: "<span class=\"number good\">\(status)</span>"
    default: "<span class=\"number bad\">\(status)</span>"
    }
  }
}

import AuthCore

/// The page with the request log, newest first.
enum RequestsPage {
  /// The part of the log that a page shows.
  struct Selection: Sendable {
    /// The server whose requests are shown; nil for all.
    let provider: String?
    /// The sequence number before which the shown entries end; nil for the newest.
    let before: Int64?
    /// The sequence number after which the shown entries begin; nil for no limit.
    let after: Int64?

    init(_ request: SandboxRequest) {
      provider = request.queryValue("provider").flatMap { $0.isEmpty ? nil : $0 }
      before = request.queryValue("before").flatMap { Int64($0) }
      after = request.queryValue("after").flatMap { Int64($0) }
    }
  }

  /// Returns the page with the newest entries.
  ///
  /// - Parameters:
  ///   - log: the request log.
  ///   - providers: the names of all servers, for the filter.
  ///   - selection: the part of the log to show.
  ///   - isWatched: whether the page reloads itself.
  static func page(_ log: RequestLog, of providers: [String], _ selection: Selection, isWatched: Bool) -> Page {
    let fitting = log.entries(after: selection.after ?? 0).reversed().lazy.filter {
      (selection.provider == nil || $0.provider == selection.provider) && $0.sequence < selection.before ?? .max
    }
    let entries = Array(fitting.prefix(PageParts.limit + 1))
    let shown = entries.prefix(PageParts.limit)
    let table = PageTable(
      caption: "Requests, newest first",
      columns: ["No.", "Time", "Server", "Request", "Status", "Credentials", "Note"],
      empty: "No request has been logged.", rows: shown.map { row($0, log.detail(of: $0.sequence)) },
      isLog: true)
    let older: Markup =
      entries.count > shown.count
      ? "<p><a href=\"\(link(selection.provider, before: shown.last?.sequence))\">Older requests</a></p>\n" : ""
    // Only the newest page is live; an older one stays as it is.
    let isLive = selection.before == nil
    let reload: Markup =
      isLive ? "<noscript>\(PageParts.watchLink(.requests, isWatched: isWatched))</noscript>\n" : ""
    return Page(
      name: .requests,
      content: """
        <p class="lead">The requests to the vendors and to the app’s systems, without bodies and queries. Open a credential
        to read it decoded; the sandbox protects nothing. Requests for these pages and for control routes are not
        logged.</p>
        <form method="get" action="\(Page.Name.requests.rawValue)" class="bar">
        <label>Server <select name="provider"><option value="">all</option>\
        \(providers.map { option($0, selection.provider) })\
        </select></label>
        <button>Show</button>
        \(isLive ? live : Markup([]))</form>
        <div id="log" data-live="\(link(selection.provider))" data-last="\(max(log.lastSequence, 0))">
        \(table.markup)</div>
        \(older)\(reload)
        """, isWatched: isWatched, script: isLive ? ConsoleScript.path : nil)
  }

  private static let live: Markup = """
    <p class="live"><span id="news" role="status"></span> <button type="button" id="pause" hidden>Pause</button></p>

    """

  private static func row(_ entry: RequestLog.Entry, _ detail: RequestDetail?) -> [Markup] {
    [
      "<span class=\"number\">\(entry.sequence)</span>", PageParts.timeOfDay(entry.at),
      "\(PageParts.title(entry.provider))",
      "<a href=\"\(RequestPage.path(entry.sequence))\"><code>\(entry.method) \(entry.path)</code></a>",
      PageParts.status(entry.status), Markup((detail?.presented ?? []).map(CredentialPanel.summary)),
      entry.note.map { "\($0)" } ?? "",
    ]
  }

  private static func option(_ name: String, _ wanted: String?) -> Markup {
    let selected: Markup = name == wanted ? " selected" : ""
    return "<option value=\"\(name)\"\(selected)>\(PageParts.title(name))</option>"
  }

  private static func link(_ provider: String?, before: Int64?) -> String {
    "\(Page.Name.requests.rawValue)?provider=\(PercentEncoding.encode(provider ?? ""))&before=\(before ?? 0)"
  }

  /// Returns the address of the rows after a sequence number, which the script adds at its end.
  private static func link(_ provider: String?) -> String {
    "\(Page.Name.requests.rawValue)?provider=\(PercentEncoding.encode(provider ?? ""))&after="
  }
}

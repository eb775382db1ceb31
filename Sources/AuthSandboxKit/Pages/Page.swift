import AuthCore

/// One web page: its content, with the header and footer that all pages share.
struct Page: Sendable {
  /// The pages, in the order of the navigation.
  enum Name: String, Sendable, CaseIterable {
    case overview = "/"
    case requests = "/requests"
    case outbox = "/outbox"
    case approvals = "/approvals"
    case users = "/users"
    case sessions = "/sessions"
    case signIn = "/sign-in"
    case app = "/app"
    case controls = "/controls"
    case policies = "/policies"
    case passkeys = "/sandbox/passkey"

    var title: String {
      switch self {
      case .overview: "Overview"
      case .outbox: "Outbox"
      case .approvals: "Approvals"
      case .users: "Users"
      case .sessions: "Sessions"
      case .requests: "Requests"
      case .signIn: "Sign in"
      case .controls: "Controls"
      case .policies: "Policies"
      case .app: "App"
      case .passkeys: "Passkeys"
      }
    }
  }

  /// The seconds after which a watched page reloads itself.
  static let watchSeconds = 5

  let name: Name
  /// The heading; the page's own title by default.
  var title: String?
  let content: Markup
  var status = 200
  /// Whether the page reloads itself regularly, as the query `watch` requests.
  var isWatched = false
  /// The path of the page's own script; other pages have no script.
  var script: String?

  var response: SandboxResponse {
    let scripts = script == nil ? "" : "; script-src 'self'; connect-src 'self'"
    var response = SandboxResponse.html(
      html, status: status,
      contentSecurityPolicy: "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'" + scripts,
      // With `no-referrer`, browsers would send `Origin: null` with the page's own forms.
      referrerPolicy: "same-origin")
    if isWatched { response.headers["Refresh"] = String(Self.watchSeconds) }
    return response
  }

  private var html: Markup {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title ?? name.title) · Latchkey sandbox</title>
    <link rel="icon" href="\(Self.icon)">
    <link rel="stylesheet" href="\(PageStyle.path)">
    \(script.map { "<script src=\"\($0)\" defer></script>" as Markup } ?? "")
    </head>
    <body class="console">
    <a class="skip" href="#content">Skip to the content</a>
    <header>
    <p class="name"><a href="/">\(Self.mark)Latchkey sandbox</a></p>
    <nav aria-label="Pages"><ul>
    \(Name.allCases.map(link))
    </ul></nav>
    </header>
    <main id="content">
    <h1>\(title ?? name.title)</h1>
    \(content)
    </main>
    <footer><p>Local replacements for sign-in vendors. Their keys are not secret: do not make these servers
    reachable from a network.</p></footer>
    </body>
    </html>

    """
  }

  private func link(to other: Name) -> Markup {
    let current: Markup = other == name ? " aria-current=\"page\"" : ""
    return "<li><a href=\"\(other.rawValue)\"\(current)>\(other.title)</a></li>\n"
  }

  /// The drawing of a key beside the name.
  private static let mark: Markup = """
    <svg viewBox="0 0 16 16" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" \
    aria-hidden="true"><circle cx="5" cy="8" r="3"/><path d="M8 8h7M12 8v3"/></svg>
    """

  /// An icon that shows a key. Because it is inline, browsers do not request `/favicon.ico`.
  private static let icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%233056d3' "
    + "stroke-width='2'%3E%3Ccircle cx='5' cy='8' r='3'/%3E%3Cpath d='M8 8h7M12 8v3'/%3E%3C/svg%3E"
}

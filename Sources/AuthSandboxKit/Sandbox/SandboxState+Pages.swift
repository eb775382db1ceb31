import AuthCore

extension SandboxState {
  /// Whether a path is a web page or the style sheet. Pages, like control routes, are neither logged nor subject to
  /// faults: otherwise reading the log would change the log.
  static func isPage(_ path: String) -> Bool {
    Page.Name(rawValue: path) != nil || path == PageStyle.path || path == SandboxAppPage.callbackPath
  }

  /// Returns a web page for users; nil for any other path.
  mutating func page(_ request: SandboxRequest, _ path: String) -> SandboxResponse? {
    if path == PageStyle.path { return PageStyle.response }
    if let response = request.appResponse { return response }
    guard let name = Page.Name(rawValue: path) else { return nil }
    switch (request.method, name) {
    case ("GET", _), ("HEAD", _): return show(name, request).response
    case ("POST", .approvals): return decideOnPage(request)
    default:
      return .refusal(
        405, "method_not_allowed", "A page accepts only GET and HEAD; /approvals also accepts POST, from its form.")
    }
  }

  private mutating func show(_ name: Page.Name, _ request: SandboxRequest) -> Page {
    let isWatched = request.queryValue("watch") != nil
    switch name {
    case .overview: return overviewPage
    case .outbox: return OutboxPage.page(world.outbox, to: request.queryValue("to"), isWatched: isWatched)
    case .approvals:
      return ApprovalsPage.page(
        overviews.map { ($0.vendor, $0.overview.approvals) }, token: pageGuard.token(world.random),
        outcome: request.queryValue("done").flatMap(ApprovalsPage.Outcome.init(rawValue:)), isWatched: isWatched)
    case .users: return UsersPage.page(overviews.map { ($0.vendor, $0.overview.users) })
    case .sessions: return SessionsPage.page(overviews.map { ($0.vendor, $0.overview.sessions) })
    case .requests:
      return RequestsPage.page(
        log, of: vendors.map(\.name) + ["backend", "idp", "sandbox"], provider: request.queryValue("provider"),
        before: request.queryValue("before").flatMap { Int64($0) }, isWatched: isWatched)
    case .app:
      return Page(
        name: .app,
        content: """
          <p class="empty">This sandbox has no app. <code>latchkey sandbox</code> has one.</p>

          """)
    case .passkeys:
      return PasskeyPage.page(
        passkeys.list, world, token: pageGuard.token(world.random), host: request.headers["Host"])
    }
  }

  /// The overview of each vendor, with the app's own sessions from sign-ins at the vendor.
  private var overviews: [(vendor: String, overview: SandboxOverview)] {
    vendors.map { vendor in
      var overview = vendor.overview(world)
      overview.sessions += world.backend.overview(of: vendor.name)
      return (vendor.name, overview)
    }
  }

  private var overviewPage: Page {
    let requests = Dictionary(log.entries(after: 0).map { ($0.provider, 1) }, uniquingKeysWith: +)
    let messages = Dictionary(world.outbox.messages.map { ($0.provider, 1) }, uniquingKeysWith: +)
    return OverviewPage.page(
      overviews.map { vendor, overview in
        OverviewPage.Row(
          vendor: vendor, users: overview.users.count, sessions: overview.sessions.count,
          approvals: overview.approvals.count, messages: messages[vendor] ?? 0, requests: requests[vendor] ?? 0)
      }, descriptor: descriptor, now: world.now, baseURL: world.baseURL)
  }

  /// `POST /approvals`: handles the form of the approvals page, and redirects back to the page, so that a reload does
  /// not decide twice. Refuses a form that did not come from a page of the sandbox.
  private mutating func decideOnPage(_ request: SandboxRequest) -> SandboxResponse {
    guard let fields = pageGuard.fields(of: request, origins: world.pageOrigins) else {
      return ApprovalsPage.refused.response
    }
    var outcome = ApprovalsPage.Outcome.gone
    if let id = fields["id"], let decision = fields["decision"], ["approve", "deny"].contains(decision) {
      let approval = SandboxApproval(target: .challenge(id), isApproved: decision == "approve")
      for index in vendors.indices where vendors[index].decide(approval, world: &world) {
        outcome = approval.isApproved ? .approved : .denied
        break
      }
    }
    return SandboxResponse(
      status: 303, headers: ["Location": "\(Page.Name.approvals.rawValue)?done=\(outcome.rawValue)"])
  }
}

import AuthCore

extension SandboxState {
  /// Whether a path is a web page, the style sheet or the script of the request log. Pages, like control routes, are
  /// neither logged nor subject to faults: otherwise reading the log would change the log.
  static func isPage(_ path: String) -> Bool {
    Page.Name(rawValue: path) != nil || path == PageStyle.path || path == ConsoleScript.path
      || path == SandboxAppPage.callbackPath
      || RequestPage.sequence(inPath: path) != nil || SignInPage.vendor(inPath: path) != nil
  }

  /// Returns a web page for users; nil for any other path.
  mutating func page(_ request: SandboxRequest, _ path: String) -> SandboxResponse? {
    if path == PageStyle.path { return PageStyle.response }
    if let response = request.appResponse { return response }
    if path == ConsoleScript.path { return ConsoleScript.response }
    let isRead = request.method == "GET" || request.method == "HEAD"
    if let vendor = SignInPage.vendor(inPath: path) {
      guard signInVendors.contains(vendor) else { return nil }
      if isRead { return signInPage(vendor, request) }
      return request.method == "POST" ? signInByHand(vendor, request) : Self.wrongMethod
    }
    if let sequence = RequestPage.sequence(inPath: path) {
      return isRead ? RequestPage.page(sequence, log).response : Self.wrongMethod
    }
    guard let name = Page.Name(rawValue: path) else { return nil }
    if isRead { return show(name, request).response }
    guard request.method == "POST" else { return Self.wrongMethod }
    switch name {
    case .approvals: return decideOnPage(request)
    case .controls: return controlOnPage(request)
    case .policies: return changePolicyOnPage(request)
    default: return Self.wrongMethod
    }
  }

  private static let wrongMethod = SandboxResponse.refusal(
    405, "method_not_allowed",
    "A page accepts only GET and HEAD. The pages with forms, such as /approvals and /controls, also accept POST from "
      + "their forms.")

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
        log, of: vendors.map(\.name) + ["backend", "idp", "sandbox"], RequestsPage.Selection(request),
        isWatched: isWatched)
    case .signIn: return SignInPage.list(signInVendors)
    case .controls:
      return ControlsPage.page(
        controlsContent, token: pageGuard.token(world.random),
        outcome: request.queryValue("done").flatMap(ControlsPage.Outcome.init(rawValue:)))
    case .policies:
      return PoliciesPage.page(
        vendors.map { ($0.name, world.policy($0.name)) }, token: pageGuard.token(world.random),
        outcome: request.queryValue("done").flatMap(PoliciesPage.Outcome.init(rawValue:)))
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

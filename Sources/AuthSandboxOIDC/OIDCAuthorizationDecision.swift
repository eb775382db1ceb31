/// What to do about an authorisation request, as a pure function of the request and the browser's session.
enum OIDCAuthorizationDecision: Sendable, Equatable {
  /// Show the page. `mayReuse` is true if the user of the session need not authenticate again.
  case page(mayReuse: Bool)
  /// Issue a code for the session, without a page.
  case grant
  /// Report an error, because the request forbids a page.
  case refuse(error: String)

  init(_ request: OIDCAuthorizationRequest, login: OIDCBrowserSession?, isConsented: Bool, at time: Int64) {
    let isUsable = login.map { request.accepts($0, at: time) } ?? false
    if request.prompts.contains(.none) {
      // OpenID Connect Core §3.1.2.6.
      self = isUsable ? (isConsented ? .grant : .refuse(error: "consent_required")) : .refuse(error: "login_required")
      return
    }
    guard request.prompts.isDisjoint(with: [.login, .selectAccount, .create]), isUsable else {
      self = .page(mayReuse: false)
      return
    }
    self = isConsented && !request.prompts.contains(.consent) ? .grant : .page(mayReuse: true)
  }
}

extension OIDCAuthorizationRequest {
  /// Whether a session is recent and strong enough, apart from what `prompt` asks for.
  func accepts(_ login: OIDCBrowserSession, at time: Int64) -> Bool {
    if let maximumAge, time - login.authenticatedAt > maximumAge { return false }
    return levels.isEmpty || login.level >= requiredLevel
  }

  /// The weakest level that the request accepts.
  var requiredLevel: OIDCAuthenticationContext { levels.min() ?? .one }
}

import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  /// What a valid request to the logout endpoint asks for.
  struct LogoutRequest: Sendable {
    /// The browser's session that ends; nil if the browser has no session.
    let session: String?
    /// The URI to which the browser is redirected afterwards, with `state`; nil for a page of the provider.
    let location: String?
  }

  static let logoutRoute = "/logout"

  /// `GET` and `POST /logout` (OpenID Connect RP-Initiated Logout §2). A request with an ID token of the session ends
  /// it at once; any other asks the user first.
  mutating func logOut(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxResponse {
    do throws(OIDCFailure) {
      let parameters = try request.method == "POST" ? OIDCParameters(form: request) : OIDCParameters(request.query)
      let time = world.unixTime
      if let id = parameters["confirmation"] {
        guard request.method == "POST", let confirmed = logouts.take(id, at: time) else {
          throw .invalidRequest("This sign-out is unknown or has expired. Start again at the app.")
        }
        return end(confirmed, world)
      }
      let hint = try hint(parameters)
      let location = try postLogoutLocation(parameters, hint, world)
      let browser = logins.login(of: request, at: time)?.login
      let hinted = hint?["sid"]?.stringValue
      // Without an ID token of the session, the request may come from any page, so the user must confirm it.
      guard let browser, hinted != browser.id else {
        return end(LogoutRequest(session: hinted, location: location), world)
      }
      let id = world.random.token(byteCount: 24)
      logouts.put(
        id, LogoutRequest(session: browser.id, location: location), until: time + OIDCInteraction.lifetime, at: time)
      return OIDCPages.page(
        "Sign out",
        """
        <p class="lead">Sign out \(users.user(browser.subject)?.identifier ?? "this browser")?</p>
        <form method="post" action="/oidc\(Self.logoutRoute)" class="panel">
        \(OIDCPages.hidden("confirmation", id))
        <button class="main">Sign out</button>
        </form>
        """)
    } catch {
      return OIDCPages.refusal(error)
    }
  }

  /// Ends a browser's session, and tells its clients.
  private mutating func end(_ logout: LogoutRequest, _ world: SandboxWorld) -> SandboxResponse {
    if let session = logout.session { endLogins(world) { $0.id == session } }
    var response =
      logout.location.map { SandboxResponse(status: 302, headers: ["Location": $0, "Cache-Control": "no-store"]) }
      ?? OIDCPages.page("Sign out", "<p role=\"status\" class=\"notice\">You are signed out.</p>")
    response.headers.add(
      "Set-Cookie", "\(OIDCBrowserSessions.cookie)=; Path=/oidc; HttpOnly; SameSite=Lax; Max-Age=0")
    return response
  }

  /// Ends browsers' sessions. The tokens that do not outlast a session (those without `offline_access`) also end, and
  /// the clients get logout tokens. Returns the number of sessions.
  @discardableResult
  mutating func endLogins(_ world: SandboxWorld, where matches: (OIDCBrowserSession) -> Bool) -> Int {
    let time = world.unixTime
    let ended = logins.end(at: time, where: matches)
    let ids = Set(ended.map(\.id))
    for (grant, _) in liveGrants(at: time) where !grant.scopes.contains("offline_access") {
      if let session = grant.authentication?.session, ids.contains(session) { tokens.end(grant.id, at: time) }
    }
    for login in ended { notices.add(login, clients, world.oidcPolicy) }
    return ended.count
  }

  /// The claims of `id_token_hint`, which may have expired; nil if the request has no hint.
  private func hint(_ parameters: OIDCParameters) throws(OIDCFailure) -> JSONObject? {
    guard let text = parameters["id_token_hint"] else { return nil }
    guard let claims = keys.claims(of: text), claims["sub"] != nil else {
      throw .invalidRequest("id_token_hint is not an ID token of this provider. Send the ID token of the sign-in.")
    }
    if let client = parameters["client_id"], claims["aud"]?.stringValue != client {
      throw .invalidRequest(
        "client_id is not the audience of id_token_hint. Send the client and the ID token of one "
          + "sign-in.")
    }
    return claims
  }

  private func postLogoutLocation(
    _ parameters: OIDCParameters, _ hint: JSONObject?, _ world: SandboxWorld
  ) throws(OIDCFailure) -> String? {
    guard let uri = parameters["post_logout_redirect_uri"] else { return nil }
    guard let id = parameters["client_id"] ?? hint?["aud"]?.stringValue,
      let client = clients.client(id, world.oidcPolicy),
      client.postLogoutRedirectURIs.contains(where: { OIDCRedirectURI.matches(uri, $0) })
    else {
      throw .invalidRequest(
        "post_logout_redirect_uri is not registered for the client, or no client is named. Send id_token_hint or "
          + "client_id, and use http://127.0.0.1:PORT/signed-out, or add the URI to the policy postLogoutRedirectURIs.")
    }
    return OIDCRedirectURI.adding(parameters["state"].map { [("state", $0)] } ?? [], to: uri)
  }
}

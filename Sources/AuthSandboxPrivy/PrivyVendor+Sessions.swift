import AuthCore
import AuthSandboxKit

extension PrivyVendor {
  /// A remaining lifetime in seconds: an access token that is valid for longer is not renewed.
  private static let renewalWindow: Int64 = 300
  private static let refreshCookie = "privy-refresh-token"

  /// `POST sessions`: renews a session (P42, P43, P48 to P51, P74).
  mutating func refresh(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let body = try request.privyBody
    let usesCookies = usesCookies(world)
    let token: String
    if usesCookies, let cookie = request.cookie(Self.refreshCookie) {
      token = cookie
    } else {
      guard request.bearerToken != nil else { throw .missingToken("Missing access token") }
      guard let given = body["refresh_token"]?.stringValue, !given.isEmpty else {
        throw .missingToken("Missing refresh token")
      }
      guard let bearer = bearer(of: request) else { throw .invalidToken("no bearer token of this app") }
      guard let owner = sessions.session(of: given) else { throw .invalidToken("refresh token unknown") }
      guard owner.id == bearer.session, owner.user == bearer.subject else {
        throw .invalidToken("refresh token of another session")
      }
      token = given
    }
    guard let owner = sessions.session(of: token) else { throw .invalidToken("refresh token unknown") }
    // The tokens of a session are valid only for the app client that opened the session.
    guard owner.client == request.headers["privy-client-id"] else { throw .missingToken("Invalid auth token") }
    let grace = world.seconds(name, "refreshReuseGraceSeconds", default: 10)
    switch sessions.examine(token, at: world.unixTime, grace: grace) {
    case .refused(let reason): throw .invalidToken("refresh token " + reason)
    case .reused:
      throw PrivyFailure(
        401, "token_already_used",
        "The refresh token was used before, so the session has ended. Sign in again.", note: "session revoked")
    case .repeated(_, let answer): return respond(answer, world, note: "same answer again")
    case .revoked: return .json(Self.cleared, note: "clear")
    case .live(let session):
      guard let user = directory.user(session.user) else { return .json(Self.cleared, note: "clear") }
      let expiry = bearer(of: request)?.expiry ?? 0
      if expiry - world.unixTime > Self.renewalWindow {
        // The refresh token is not spent: the vendor's own web client keeps it.
        let previous = identified[session.id]
        var answer = try tokens(of: user, session, "ignore", &world)
        answer["token"] = .null
        // An identity token with the same data is not sent again.
        if previous == user.identityAccounts { answer["identity_token"] = Optional<JSONValue>.none }
        return respond(.object(answer), world, note: "ignore")
      }
      let answer = JSONValue.object(try tokens(of: user, session, "set", &world))
      sessions.spend(token, at: world.unixTime, answer: answer)
      return respond(answer, world)
    }
  }

  /// `POST sessions/logout` (P38). The bearer token is enough, even an expired one. A refresh token, if present, must
  /// belong to the same session.
  mutating func logOut(_ request: SandboxRequest, _ world: SandboxWorld) throws(PrivyFailure) -> SandboxResponse {
    guard let bearer = bearer(of: request) else { throw .invalidToken("no bearer token of this app") }
    if let token = try request.privyBody["refresh_token"]?.stringValue, !(usesCookies(world) && token == "deprecated") {
      guard sessions.session(of: token)?.id == bearer.session else {
        throw .invalidToken("refresh token of another session")
      }
    }
    guard sessions.live(bearer.session) != nil else { throw .alreadyLoggedOut }
    sessions.logOut(bearer.session)
    return .json([:])
  }

  /// Opens a session for a user, and returns the response that all authenticate routes have in common, with `members`
  /// added.
  mutating func openSession(
    for user: PrivyUser, isNew: Bool, adding members: JSONObject = [:], _ request: SandboxRequest,
    _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let session = sessions.open(
      for: user.id, client: request.headers["privy-client-id"], random: world.random)
    var answer = try tokens(of: user, session, "set", &world)
    answer["is_new_user"] = .bool(isNew)
    for member in members.members { answer[member.name] = member.value }
    return respond(.object(answer), world)
  }

  /// The user and the live session of a valid bearer token: an access token or a `privy_access_token` (P42).
  func signedIn(
    _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(PrivyFailure) -> (user: PrivyUser, session: PrivySessions.Session) {
    guard let claims = bearer(of: request) else { throw .invalidToken("no access token of this app") }
    guard claims.expiry > world.unixTime else { throw .invalidToken("access token expired") }
    guard let session = sessions.live(claims.session), let user = directory.user(session.user) else {
      throw .invalidToken("session ended")
    }
    return (user, session)
  }

  /// The claims of the bearer token, an access token or a `privy_access_token`, even if it has expired.
  private func bearer(of request: SandboxRequest) -> PrivyTokenSigner.Claims? {
    request.bearerToken.flatMap {
      tokens.claims(of: $0, audience: app.id) ?? tokens.claims(of: $0, audience: PrivyTokenSigner.vendorAudience)
    }
  }

  /// New tokens for a session (P47).
  private mutating func tokens(
    of user: PrivyUser, _ session: PrivySessions.Session, _ action: String, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> JSONObject {
    let time = world.unixTime
    let lifetime = world.seconds(name, "accessTokenSeconds", default: 3600)
    let refreshLifetime = world.seconds(name, "refreshTokenSeconds", default: 30 * 86_400)
    var answer: JSONObject = [
      "user": user.json,
      "token": .string(try tokens.accessToken(user: user.id, session: session.id, at: time, lifetime: lifetime)),
      "privy_access_token": .string(
        try tokens.vendorToken(user: user.id, session: session.id, at: time, lifetime: lifetime)),
      "refresh_token": .string(
        sessions.issueRefreshToken(for: session, expiry: time + refreshLifetime, random: world.random)),
      "session_update_action": .string(action),
    ]
    answer["identity_token"] = try identityToken(user, world)
    identified[session.id] = user.identityAccounts
    return answer
  }

  /// The policy `serverCookies`: whether the app's refresh tokens are in cookies that scripts cannot read (P51).
  private func usesCookies(_ world: SandboxWorld) -> Bool { world.policy(name)["serverCookies"]?.boolValue ?? false }

  private func respond(_ answer: JSONValue, _ world: SandboxWorld, note: String? = nil) -> SandboxResponse {
    guard usesCookies(world), let token = answer["refresh_token"]?.stringValue, var object = answer.objectValue else {
      return .json(answer, note: note)
    }
    object["refresh_token"] = "deprecated"
    var response = SandboxResponse.json(.object(object), note: note)
    response.headers.add("Set-Cookie", "\(Self.refreshCookie)=\(token); Path=/; HttpOnly; Secure; SameSite=Strict")
    response.headers.add("Set-Cookie", "privy-session=t; Path=/; Secure; SameSite=Strict")
    return response
  }

  /// The response for a session that has ended (P49).
  private static let cleared: JSONValue = [
    "user": nil, "token": nil, "privy_access_token": nil, "refresh_token": nil, "session_update_action": "clear",
  ]
}

extension SandboxRequest {
  /// The value of a cookie; nil if the request has no such cookie.
  fileprivate func cookie(_ name: String) -> String? {
    for pair in (headers["Cookie"] ?? "").split(separator: ";") {
      let pair = String(pair).trimmingBlanks
      if pair.hasPrefix(name + "=") { return String(pair.dropFirst(name.count + 1)) }
    }
    return nil
  }
}

import AuthCore

extension PrivyVendor {
  /// Access tokens that still live longer than this are not renewed (notes §10).
  private static let renewalWindow: Int64 = 300

  /// `POST sessions`: renews a session.
  mutating func refresh(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let token = try request.privyBody.privyText("refresh_token")
    guard let bearer = bearer(of: request) else { throw .invalidToken("no bearer token of this app") }
    guard let owner = sessions.owner(of: token) else { throw .invalidToken("refresh token unknown") }
    guard owner.id == bearer.session, owner.user == bearer.subject else { throw .invalidToken("another session's") }
    let grace = world.seconds(name, "refreshReuseGraceSeconds", default: 10)
    switch sessions.examine(token, at: world.unixTime, grace: grace) {
    case .refused(let reason): throw .invalidToken("refresh token " + reason)
    case .reused:
      throw PrivyFailure(401, "token_already_used", "The refresh token was used before.", note: "session revoked")
    case .repeated(_, let answer): return .json(answer, note: "same answer again")
    case .revoked: return .json(Self.answer("clear"), note: "clear")
    case .live(let session):
      guard let user = directory.user(session.user) else { return .json(Self.answer("clear"), note: "clear") }
      if bearer.expiry - world.unixTime > Self.renewalWindow {
        return .json(Self.answer("ignore", user: user), note: "ignore")
      }
      let answer = try signedIn(user, session, isNew: false, &world)
      sessions.spend(token, at: world.unixTime, answer: answer)
      return .json(answer)
    }
  }

  /// `POST sessions/logout`. Its body's form is a guess of the notes; the bearer token alone does, too.
  mutating func logOut(_ request: SandboxRequest, _ world: SandboxWorld) throws(PrivyFailure) -> SandboxResponse {
    guard let bearer = bearer(of: request) else { throw .invalidToken("no bearer token of this app") }
    if let token = try request.privyBody["refresh_token"]?.stringValue {
      guard sessions.owner(of: token)?.id == bearer.session else { throw .invalidToken("another session's") }
    }
    guard sessions.live(bearer.session) != nil else { throw .alreadyLoggedOut }
    sessions.logOut(bearer.session)
    return .json(["success": true])
  }

  /// Opens a session for a user and gives the answer of every authenticate route.
  mutating func openSession(
    for user: PrivyUser, isNew: Bool, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> JSONValue {
    let session = sessions.open(for: user.id, random: world.random)
    return try signedIn(user, session, isNew: isNew, &world)
  }

  /// Who presents a live access token.
  func signedIn(
    _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(PrivyFailure) -> (user: PrivyUser, session: PrivySessions.Session) {
    guard let token = request.bearerToken, let claims = tokens.claims(of: token, audience: app.id) else {
      throw .invalidToken("no access token of this app")
    }
    guard claims.expiry > world.unixTime else { throw .invalidToken("access token expired") }
    guard let session = sessions.live(claims.session), let user = directory.user(session.user) else {
      throw .invalidToken("session ended")
    }
    return (user, session)
  }

  /// The access token or the vendor's own, expired or not: what authorises a renewal.
  private func bearer(of request: SandboxRequest) -> PrivyTokenSigner.Claims? {
    request.bearerToken.flatMap {
      tokens.claims(of: $0, audience: app.id) ?? tokens.claims(of: $0, audience: PrivyTokenSigner.vendorAudience)
    }
  }

  /// Fresh tokens for a session (notes §3.1).
  private mutating func signedIn(
    _ user: PrivyUser, _ session: PrivySessions.Session, isNew: Bool, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> JSONValue {
    let time = world.unixTime
    let lifetime = world.seconds(name, "accessTokenSeconds", default: 3600)
    let refreshLifetime = world.seconds(name, "refreshTokenSeconds", default: 30 * 86_400)
    var identityToken: JSONValue = .null
    if world.policy(name)["identityTokens"]?.boolValue ?? true {
      let seconds = world.seconds(name, "identityTokenSeconds", default: lifetime)
      identityToken = .string(try tokens.identityToken(user, at: time, lifetime: seconds))
    }
    return [
      "token": .string(try tokens.accessToken(user: user.id, session: session.id, at: time, lifetime: lifetime)),
      "privy_access_token": .string(
        try tokens.vendorToken(user: user.id, session: session.id, at: time, lifetime: lifetime)),
      "refresh_token": .string(
        sessions.issueRefreshToken(for: session, expiry: time + refreshLifetime, random: world.random)),
      "identity_token": identityToken, "session_update_action": "set", "is_new_user": .bool(isNew), "user": user.json,
    ]
  }

  /// An answer without tokens.
  private static func answer(_ action: String, user: PrivyUser? = nil) -> JSONValue {
    [
      "token": nil, "privy_access_token": nil, "refresh_token": nil, "identity_token": nil,
      "session_update_action": .string(action), "is_new_user": false, "user": user?.json ?? .null,
    ]
  }
}

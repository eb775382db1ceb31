import AuthCore
import AuthSandboxKit

extension AuthsignalVendor {
  /// Handles `/sessions…` of the server API (A75).
  mutating func sessions(
    _ request: SandboxRequest, rest: [String], world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard request.method == "POST" else { throw .missingRoute }
    switch rest {
    case []: return try createSession(request, world: world)
    case ["validate"]: return try validateSession(request, world: world)
    case ["refresh"]: return try refreshSession(request, world: world)
    case ["revoke"]:
      let session = try openSession(request, world: world).session
      records.sessions[session.id] = nil
      return [:]
    case ["user", "revoke"]:
      guard let userID = request.text("userId") else { throw .invalid("userId is missing.") }
      records.sessions = records.sessions.filter { $0.value.userID != userID }
      return [:]
    default: throw .missingRoute
    }
  }

  /// The signer of access tokens. Making an RSA key takes a hundred milliseconds, so the key is made on first use.
  mutating func sessionSigner() throws(AuthsignalRefusal) -> AuthsignalSessionSigner {
    if let signer { return signer }
    do throws(AuthError) {
      let made = try AuthsignalSessionSigner()
      signer = made
      return made
    } catch {
      throw Self.unsigned
    }
  }

  /// `POST /sessions {clientId, token, action?}`: opens a session for the token of a completed challenge. A token opens
  /// only one session (A93).
  private mutating func createSession(
    _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard let clientID = request.text("clientId"), let text = request.text("token") else {
      throw .invalid("clientId and token are required.")
    }
    guard let token = AuthsignalClientToken(text, signedBy: tenant), let action = records.actions[token.key] else {
      throw .invalidToken
    }
    guard world.unixTime < token.expires else { throw .expiredToken }
    guard action.state == .challengeSucceeded, request.text("action").map({ $0 == token.key.code }) ?? true else {
      throw .invalid(
        "The token's challenge is not completed, or belongs to another action. Complete the challenge of this action, "
          + "and send the token of its response.")
    }
    guard records.opened.insert(token.id).inserted else {
      throw .invalid("The token has already opened a session. Complete a new challenge.")
    }
    let session = AuthsignalSession(
      id: world.random.uuid(), userID: token.key.userID, clientID: clientID, method: action.method,
      refreshToken: world.random.token(byteCount: 32))
    records.sessions[session.id] = session
    return try tokens(of: session, world: world)
  }

  /// `POST /sessions/validate {accessToken, clientIds?}`: the user and the expiry of a session, if `clientIds` is
  /// missing or contains its client. `expiresAt` is in seconds (A93).
  private mutating func validateSession(
    _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let (session, expires) = try openSession(request, world: world)
    if let clients = request.jsonObject?["clientIds"]?.arrayValue, !clients.contains(.string(session.clientID)) {
      throw .invalidToken
    }
    var user = (records.users[session.userID] ?? AuthsignalUser()).profile
    user["userId"] = .string(session.userID)
    var answer: JSONObject = ["user": .object(user), "expiresAt": .integer(expires)]
    answer["verificationMethod"] = session.method.map { .string($0.rawValue) }
    return .object(answer)
  }

  /// `POST /sessions/refresh {refreshToken}`: renews a session. A refresh token works once (A93).
  private mutating func refreshSession(
    _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard let given = request.text("refreshToken"),
      var session = records.sessions.values.first(where: { ConstantTime.equal($0.refreshToken, given) })
    else { throw .invalidToken }
    session.refreshToken = world.random.token(byteCount: 32)
    records.sessions[session.id] = session
    return try tokens(of: session, world: world)
  }

  private mutating func tokens(
    of session: AuthsignalSession, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let signer = try sessionSigner()
    do throws(AuthError) {
      let token = try signer.token(session, at: world.unixTime)
      return ["accessToken": .string(token), "refreshToken": .string(session.refreshToken)]
    } catch {
      throw Self.unsigned
    }
  }

  private mutating func openSession(
    _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> (session: AuthsignalSession, expires: Int64) {
    guard let text = request.text("accessToken"), let claims = try sessionSigner().claims(of: text),
      let session = records.sessions[claims.sessionID]
    else { throw .invalidToken }
    guard world.unixTime < claims.expires else { throw .expiredToken }
    return (session, claims.expires)
  }

  private static let unsigned = AuthsignalRefusal(
    status: 500, code: "internal_error",
    message: "The sandbox could not sign an access token. Report this to Latchkey's maintainers.")
}

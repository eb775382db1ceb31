import AuthCore
import AuthSandboxKit

extension AuthsignalVendor {
  /// `/users/{userId}/actions…`: tracks actions, lists and returns them, and sets their state (A75).
  mutating func actions(
    _ request: SandboxRequest, userID: String, rest: [String], world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    switch (request.method, rest.count) {
    case ("GET", 0): return actionList(request, userID: userID)
    case ("POST", 1): return try track(request, userID: userID, code: rest[0], world: world)
    case ("GET", 2), ("PATCH", 2):
      let key = AuthsignalAction.Key(userID: userID, code: rest[0], idempotencyKey: rest[1])
      guard var action = records.actions[key] else { throw .notFound }
      if request.method == "PATCH" {
        guard let state = request.text("state").flatMap({ AuthsignalAction.State(rawValue: $0) }) else {
          throw .invalid(
            "state must be ALLOW, BLOCK, CHALLENGE_REQUIRED, CHALLENGE_SUCCEEDED, CHALLENGE_FAILED, REVIEW_REQUIRED, "
              + "REVIEW_SUCCEEDED or REVIEW_FAILED.")
        }
        action.become(state, at: world.now)
        records.actions[key] = action
      }
      return action.json
    default: throw .missingRoute
    }
  }

  /// Tracks an action: a user with a verified authenticator must be challenged, and a user without one is allowed
  /// (A75). An action that was tracked before keeps its state.
  private mutating func track(
    _ request: SandboxRequest, userID: String, code: String, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard AuthsignalAction.isName(code) else {
      throw .invalid("An action must be 1 to 64 letters, digits, '_' and '-'.")
    }
    var user = records.user(userID)
    // A tracked `custom` belongs to the action. The user's `custom` is set by a request that updates the user.
    var profile = request.jsonObject ?? [:]
    profile["custom"] = nil
    user.update(profile)
    records.users[userID] = user
    let key = AuthsignalAction.Key(
      userID: userID, code: code, idempotencyKey: request.text("idempotencyKey") ?? world.random.uuid())
    var action =
      records.actions[key]
      ?? AuthsignalAction(key: key, state: user.isEnrolled ? .challengeRequired : .allow, now: world.now)
    for name in ["custom", "deviceId", "ipAddress", "userAgent", "redirectUrl"] {
      if let value = request.jsonObject?[name], !value.isNull { action.attributes[name] = value }
    }
    records.actions[key] = action
    let scopes = request.text("scope")?.split(separator: " ").map { String($0) }
    let token = AuthsignalClientToken(
      key: key, scopes: scopes ?? [AuthsignalClientToken.readScope], username: user.profile["username"]?.stringValue,
      world: world
    ).signed(by: tenant, audience: Self.apiURL(world.baseURL))
    var answer: JSONObject = [
      "idempotencyKey": .string(key.idempotencyKey), "state": .string(action.state.rawValue),
      "url": .string("\(world.baseURL)/authsignal/mfa?token=\(token)"), "token": .string(token),
      "isEnrolled": .bool(user.isEnrolled), "enrolledVerificationMethods": user.enrolledMethods,
      "allowedVerificationMethods": AuthsignalMethod.allowed,
    ]
    answer["defaultVerificationMethod"] = user.verified.first.map { .string($0.method.rawValue) }
    answer["ruleIds"] = .array([])
    return .object(answer)
  }

  private func actionList(_ request: SandboxRequest, userID: String) -> JSONValue {
    let codes = request.queryValue("codes")?.split(separator: ",").map { String($0) }
    let state = request.queryValue("state")
    let from = request.queryValue("fromDate").flatMap { ISO8601.decode($0) }
    let found = records.actions.values.filter { action in
      action.key.userID == userID && (codes?.contains(action.key.code) ?? true)
        && (state.map { $0 == action.state.rawValue } ?? true) && (from.map { action.createdAt >= $0 } ?? true)
    }
    return .array(found.sorted { $0.createdAt > $1.createdAt }.map(\.listed))
  }

  /// `POST /validate`: whether a token's challenge was completed, for the user and the action that the request names,
  /// if any (A75). GUESS A92: for a malformed or expired token, the member `error` contains the reason.
  func validate(_ request: SandboxRequest, world: SandboxWorld) throws(AuthsignalRefusal) -> JSONValue {
    guard let text = request.text("token") else { throw .invalid("token is missing.") }
    guard let token = AuthsignalClientToken(text, signedBy: tenant), let action = records.actions[token.key] else {
      return ["isValid": false, "error": "invalid_token"]
    }
    guard world.unixTime < token.expires else { return ["isValid": false, "error": "expired_token"] }
    let matchesRequest =
      (request.text("userId").map { $0 == token.key.userID } ?? true)
      && (request.text("action").map { $0 == token.key.code } ?? true)
    var answer: JSONObject = [
      "isValid": .bool(matchesRequest && action.state == .challengeSucceeded), "state": .string(action.state.rawValue),
      "stateUpdatedAt": .string(ISO8601.encode(action.stateUpdatedAt)), "userId": .string(token.key.userID),
      // Each SDK reads one of these two (A75).
      "action": .string(token.key.code), "actionCode": .string(token.key.code),
      "idempotencyKey": .string(token.key.idempotencyKey),
    ]
    answer["verificationMethod"] = action.method.map { .string($0.rawValue) }
    return .object(answer)
  }
}

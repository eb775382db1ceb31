import AuthCore

extension SandboxState {
  /// Handles the routes of the app's backend that belong to no vendor: `/me` returns or deletes the caller's user,
  /// `/apple/revoke` revokes the tokens of Sign in with Apple (any code is accepted, once), and the routes below
  /// `/session` renew and end the app's sessions.
  mutating func backend(_ request: SandboxRequest) -> SandboxResponse {
    switch (request.method, request.route) {
    case ("GET", "/me"):
      guard let who = identify(request) else {
        return .refusal(
          401, "unauthorized",
          "The request has no credential, or one that is unknown, expired or revoked. Sign in, and send the app's "
            + "token or the vendor's credential.")
      }
      return .json(.object(who))
    case ("DELETE", "/me"):
      // The app's client repeats a deletion whose response was lost, and needs to learn that it was performed.
      if world.backend.hasDeletedUser(of: request.bearerToken) {
        return .refusal(410, "account_deleted", "The user of this credential was deleted before.")
      }
      guard let who = identify(request) else {
        return .refusal(
          401, "unauthorized",
          "The request has no credential, or one that is unknown, expired or revoked. Sign in, and send the app's "
            + "token or the vendor's credential.")
      }
      guard deleteUser(who) else {
        return .refusal(
          409, "not_supported",
          "The user was not deleted. If the vendor's servers in the sandbox do not let a backend delete users, delete "
            + "the user through the vendor's own routes. If the vendor no longer has the user, sign out.")
      }
      world.backend.noteDeletedUser(of: request.bearerToken)
      return SandboxResponse(status: 204)
    case ("POST", "/apple/revoke"):
      guard identify(request) != nil else {
        return .refusal(401, "unauthorized", "The request has no valid credential. Sign in, and send it.")
      }
      guard let code = request.jsonObject?["authorizationCode"]?.stringValue, !code.isEmpty else {
        return .refusal(400, "malformed_request", "authorizationCode is missing or is not a string.")
      }
      guard world.backend.spendAppleCode(code) else {
        return .refusal(400, "invalid_grant", "The authorization code was used before. Get a new one from the sheet.")
      }
      return SandboxResponse(status: 204)
    case ("POST", "/session/refresh"):
      guard let token = request.jsonObject?["refreshToken"]?.stringValue else {
        return .refusal(400, "malformed_request", "refreshToken is missing or is not a string.")
      }
      guard let answer = world.backend.refresh(token, at: world.backendMoment) else {
        return .refusal(
          401, "invalid_refresh_token",
          "The refresh token is unknown, its session has ended, or it was used before and its grace period is over. "
            + "Sign in again.")
      }
      return .json(.object(answer))
    case ("POST", "/session/revoke"):
      guard let token = request.jsonObject?["refreshToken"]?.stringValue ?? request.bearerToken else {
        return .refusal(
          400, "malformed_request", "Send refreshToken in the body, or the app's access token as a bearer token.")
      }
      return .json(["revoked": .bool(world.backend.revoke(token: token))])
    case (_, "/me"), (_, "/apple/revoke"), (_, "/session/refresh"), (_, "/session/revoke"):
      return .refusal(
        405, "method_not_allowed",
        "/backend/me accepts only GET and DELETE; /backend/apple/revoke, /backend/session/refresh and "
          + "/backend/session/revoke accept only POST.")
    default: return .notFound(request)
    }
  }

  /// Deletes the user at the vendor, as the app's backend would through the vendor's server API.
  private mutating func deleteUser(_ who: JSONObject) -> Bool {
    guard let subject = who["subject"]?.stringValue,
      let index = vendors.firstIndex(where: { $0.name == who["provider"]?.stringValue })
    else { return false }
    guard vendors[index].deleteUser(subject) else { return false }
    _ = world.backend.revoke(.subject(subject), provider: vendors[index].name)
    return true
  }

  /// Returns the user of the presented credential: one of the app's own tokens, or a vendor's, in the order of the
  /// vendors.
  private mutating func identify(_ request: SandboxRequest) -> JSONObject? {
    if let token = request.bearerToken, let who = world.backend.identify(token, now: world.now) { return who }
    for index in vendors.indices {
      guard let found = vendors[index].identify(request, world: &world) else { continue }
      var who: JSONObject = ["provider": .string(vendors[index].name)]
      for member in found.members { who[member.name] = member.value }
      return who
    }
    return nil
  }
}

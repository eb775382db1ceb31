import AuthCore

extension SandboxState {
  /// Handles the routes of the app's backend that belong to no vendor: the caller's identity and the app's sessions.
  mutating func backend(_ request: SandboxRequest) -> SandboxResponse {
    switch (request.method, request.route) {
    case ("GET", "/me"):
      guard let who = identify(request) else {
        return .refusal(401, "unauthorized", "No valid credential was presented.")
      }
      return .json(.object(who))
    case ("DELETE", "/me"):
      guard let who = identify(request) else {
        return .refusal(401, "unauthorized", "No valid credential was presented.")
      }
      guard deleteUser(who) else {
        return .refusal(
          409, "not_supported", "The vendor has no such user, or the sandbox does not delete its users.")
      }
      return SandboxResponse(status: 204)
    case ("POST", "/session/refresh"):
      guard let token = request.jsonObject?["refreshToken"]?.stringValue else {
        return .refusal(400, "malformed_request", "refreshToken is missing.")
      }
      guard let answer = world.backend.refresh(token, at: world.backendMoment) else {
        return .refusal(401, "invalid_refresh_token", "The refresh token is unknown, already used or revoked.")
      }
      return .json(.object(answer))
    case ("POST", "/session/revoke"):
      guard let token = request.jsonObject?["refreshToken"]?.stringValue ?? request.bearerToken else {
        return .refusal(400, "malformed_request", "refreshToken is missing.")
      }
      return .json(["revoked": .bool(world.backend.revoke(token: token))])
    case (_, "/me"), (_, "/session/refresh"), (_, "/session/revoke"):
      return .refusal(405, "method_not_allowed", "This route does not accept this method.")
    default: return .notFound(request)
    }
  }

  /// Deletes the user at the vendor, as the app's backend would through the vendor's server API.
  private mutating func deleteUser(_ who: JSONObject) -> Bool {
    guard let subject = who["subject"]?.stringValue,
      let index = vendors.firstIndex(where: { $0.name == who["provider"]?.stringValue })
    else { return false }
    return vendors[index].deleteUser(subject)
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

import AuthCore
import AuthSandboxKit

extension AuthsignalVendor {
  /// Handles `/v1/client/…`: the calls of devices.
  mutating func client(
    _ request: SandboxRequest, path: [String], world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    if request.method == "GET", path == ["public", tenant.id, ".well-known", "jwks"] {
      return try sessionSigner().jwks
    }
    if let answer = try passkeyCall(request, path: path, world: world) { return answer }
    if let answer = try deviceCall(request, path: path, world: &world) { return answer }
    switch (request.method, path.count, path.first) {
    case ("GET", 1, "user-authenticators"):
      let token = try bearer(request, world: world)
      guard token.scopes.contains(AuthsignalClientToken.readScope) else {
        throw .missingScope(AuthsignalClientToken.readScope)
      }
      return authenticatorList(of: token.key.userID, forServer: false)
    case ("POST", 2, "user-authenticators"):
      let method = try method(path[1], request)
      return try enrol(method, request, token: try bearer(request, world: world), world: &world)
    case ("POST", 2, "challenge"):
      let method = try method(path[1], request)
      return try challenge(method, request, token: try bearer(request, world: world), world: &world)
    case ("POST", 3, "verify") where path[1...] == ["email-magic-link", "finalize"]:
      return try finalizeLink(token: try bearer(request, world: world), world: world)
    case ("POST", 2, "verify"):
      let method = try method(path[1], request)
      return try verify(method, request, token: try bearer(request, world: world), world: &world)
    case (_, _, "user-authenticators"), (_, _, "challenge"), (_, _, "verify"):
      guard tenant.isNamed(by: request) || request.bearerToken != nil else { throw .unauthorized }
      throw .notOffered(path.count > 1 ? path[1] : "An anonymous challenge")
    default: throw .missingRoute
    }
  }

  /// Verifies the request's client token: its signature and expiry, and that its action still exists.
  func bearer(
    _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> AuthsignalClientToken {
    guard let text = request.bearerToken else { throw .unauthorized }
    guard let token = AuthsignalClientToken(text, signedBy: tenant), records.actions[token.key] != nil else {
      throw .unauthorized
    }
    guard world.unixTime < token.expires else { throw .expiredToken }
    return token
  }

  /// Verifies the request's client token if it has one. A request without one must name the tenant (A3).
  func optionalBearer(
    _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> AuthsignalClientToken? {
    if request.bearerToken != nil { return try bearer(request, world: world) }
    guard tenant.isNamed(by: request) else { throw .unauthorized }
    return nil
  }

  private func method(_ segment: String, _ request: SandboxRequest) throws(AuthsignalRefusal) -> AuthsignalMethod {
    if let method = AuthsignalMethod(segment: segment) { return method }
    guard segment == "device" else { throw .missingRoute }
    guard tenant.isNamed(by: request) || request.bearerToken != nil else { throw .unauthorized }
    throw .notOffered(segment)
  }

  func authenticatorList(of userID: String, forServer: Bool) -> JSONValue {
    let verified = records.users[userID]?.verified ?? []
    return .array(
      verified.map { $0.json(isDefault: $0.id == verified.first?.id, userID: forServer ? userID : nil) })
  }
}

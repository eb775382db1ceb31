import AuthCore
import AuthCrypto
import AuthSandboxKit

extension OIDCVendor {
  static let registrationRoute = "/register"
  /// The number of clients that may register.
  private static let registrationLimit = 1000

  /// `POST /register` (RFC 7591 §3), and `GET` and `DELETE /register/ID` (RFC 7592 §2).
  mutating func register(_ request: SandboxRequest, _ world: SandboxWorld) throws(OIDCFailure) -> SandboxResponse {
    if request.route == Self.registrationRoute {
      guard request.method == "POST" else { return .missingRoute(request) }
      guard let body = request.jsonObject, !body.isEmpty else {
        throw Self.invalidMetadata("The body must be a JSON object with the client's metadata.")
      }
      guard clients.registered.count < Self.registrationLimit else {
        throw OIDCFailure(
          error: "temporarily_unavailable", description: "Too many clients are registered. Reset the sandbox.",
          status: 503)
      }
      let id = world.random.uuid()
      let client = try OIDCRegisteredClient(id: id, metadata: body, secret: world.random.token(byteCount: 32))
      let token = world.random.token(byteCount: 32)
      clients.add(client, managementToken: token)
      var answer = client.metadata
      answer["client_id_issued_at"] = .integer(world.unixTime)
      answer["registration_access_token"] = .string(token)
      answer["registration_client_uri"] = .string(world.oidcIssuer + Self.registrationRoute + "/" + id)
      return SandboxResponse.json(.object(answer), status: 201).withoutStorage
    }
    let id = String(request.route.dropFirst(Self.registrationRoute.count + 1))
    guard clients.isManaged(id, by: request.bearerToken), let client = clients.registered[id] else {
      throw Self.invalidToken(isBound: false)
    }
    switch request.method {
    case "GET": return SandboxResponse.json(.object(client.metadata)).withoutStorage
    case "DELETE":
      clients.remove(id)
      for (grant, _) in liveGrants(at: world.unixTime) where grant.clientID == id {
        tokens.end(grant.id, at: world.unixTime)
      }
      return SandboxResponse(status: 204)
    default: return .missingRoute(request)
    }
  }

  static func invalidMetadata(_ description: String) -> OIDCFailure {
    OIDCFailure(error: "invalid_client_metadata", description: description)
  }
}

import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  /// `POST /introspect` (RFC 7662 §2), for clients with a credential.
  mutating func introspect(
    _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(OIDCFailure) -> SandboxResponse {
    let parameters = try OIDCParameters(form: request)
    let client = try authenticate(request, parameters, world)
    guard !client.isPublic else { throw .invalidClient(isBasic: false) }
    let text = try parameters.required("token")
    let time = world.unixTime
    guard let token = tokens.token(text, .access, at: time) ?? tokens.token(text, .refresh, at: time),
      token.spentAt == nil, isKnown(token.grant.authentication)
    else { return SandboxResponse.json(["active": false]).withoutStorage }
    var answer: JSONObject = ["active": true]
    for member in token.claims(issuer: world.oidcIssuer).members { answer[member.name] = member.value }
    if token.kind == .access {
      answer["token_type"] = token.thumbprint == nil ? "Bearer" : "DPoP"
    } else {
      answer["aud"] = Optional<JSONValue>.none
    }
    answer["username"] = users.user(token.subject).map { .string($0.identifier) }
    return SandboxResponse.json(.object(answer)).withoutStorage
  }

  /// `POST /revoke` (RFC 7009 §2). A refresh token ends its whole grant, an access token ends alone. The response is
  /// the same for an unknown token. A token of another client is refused.
  mutating func revokeToken(
    _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(OIDCFailure) -> SandboxResponse {
    let parameters = try OIDCParameters(form: request)
    let client = try authenticate(request, parameters, world)
    let text = try parameters.required("token")
    let time = world.unixTime
    let done = SandboxResponse(status: 200, headers: ["Cache-Control": "no-store"])
    if let token = tokens.token(text, .refresh, at: time) {
      guard token.grant.clientID == client.id else { throw Self.foreignToken }
      tokens.end(token.grant.id, at: time)
    } else if let token = tokens.token(text, .access, at: time) {
      guard token.grant.clientID == client.id else { throw Self.foreignToken }
      tokens.remove(text, at: time)
    }
    return done
  }

  private static let foreignToken = OIDCFailure.invalidGrant(
    "The token was issued to another client. Revoke it as the client that it was issued to.")
}

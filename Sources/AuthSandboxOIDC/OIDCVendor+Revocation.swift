import AuthCore
import AuthSandboxKit

extension OIDCVendor {
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

import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  /// Exchanges a refresh token (RFC 6749 §6). The second use of a token ends its grant, because an attacker may have a
  /// copy of the token (RFC 9700 §4.14.2).
  mutating func refresh(
    _ parameters: OIDCParameters, _ client: OIDCRegisteredClient, _ thumbprint: String?, _ world: SandboxWorld
  ) throws(OIDCFailure) -> JSONObject {
    let time = world.unixTime
    let policy = world.oidcPolicy
    let text = try parameters.required("refresh_token")
    guard let token = tokens.token(text, .refresh, at: time), token.grant.clientID == client.id,
      isKnown(token.grant.authentication)
    else {
      throw .invalidGrant("The refresh token is unknown, expired or revoked, or is another client's. Sign in again.")
    }
    guard token.thumbprint == nil || token.thumbprint == thumbprint else {
      throw .invalidGrant("The refresh token is bound to another key. Sign the proof with the key of the sign-in.")
    }
    if let spent = token.spentAt, time - spent >= policy.refreshReuseGraceSeconds {
      tokens.end(token.grant.id, at: time)
      throw .invalidGrant("The refresh token was used before, so its grant has ended. Sign in again.")
    }
    let asked = parameters.words("scope")
    guard Set(asked).isSubset(of: token.grant.scopes) else {
      throw .invalidScope("scope contains a scope that the user did not grant. Omit it.")
    }
    let resources = try Self.resources(parameters, within: token.grant.resources)
    let rotates = policy.rotatesRefreshTokens
    let answer = try issue(
      Issue(
        grant: token.grant, scopes: asked.isEmpty ? token.grant.scopes : asked, resources: resources,
        thumbprint: thumbprint, hasRefresh: rotates), client, world)
    if rotates { tokens.spend(text, at: time) }
    return answer
  }

  /// Whether a grant's user still exists; true for a client that acts for itself.
  func isKnown(_ authentication: OIDCAuthentication?) -> Bool {
    authentication.map { users.user($0.subject) != nil } ?? true
  }
}

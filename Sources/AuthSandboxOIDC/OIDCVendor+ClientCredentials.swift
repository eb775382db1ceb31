import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  /// The scopes that make sense only for a user.
  private static let userScopes: Set = ["openid", "profile", "email", "offline_access"]

  /// Tokens of a client that acts for itself (RFC 6749 §4.4).
  mutating func clientCredentials(
    _ parameters: OIDCParameters, _ client: OIDCRegisteredClient, _ thumbprint: String?, _ world: SandboxWorld
  ) throws(OIDCFailure) -> JSONObject {
    let known = OIDCAuthorizationRequest.known(parameters.words("scope"), world.oidcPolicy)
    let grant = OIDCGrant(
      id: world.random.uuid(), clientID: client.id, subject: client.id, authentication: nil,
      scopes: known.filter { !Self.userScopes.contains($0) },
      resources: try OIDCAuthorizationRequest.resources(parameters), nonce: nil)
    return try issue(
      Issue(grant: grant, scopes: grant.scopes, thumbprint: thumbprint, hasRefresh: false), client, world)
  }
}

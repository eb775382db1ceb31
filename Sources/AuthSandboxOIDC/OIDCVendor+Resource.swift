import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  /// `GET /api/me`: an API that accepts this provider's access tokens. The query `acr_values` and `max_age` say how the
  /// user must have authenticated (RFC 9470 §3).
  mutating func protectedResource(
    _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(OIDCFailure) -> SandboxResponse {
    let token = try accessToken(of: request, world)
    let levels = (request.queryValue("acr_values") ?? "").split(separator: " ").compactMap {
      OIDCAuthenticationContext(name: String($0))
    }
    let maximumAge = request.queryValue("max_age").flatMap { Int64($0) }
    let isStrong = levels.min().map { (token.grant.authentication?.level ?? .one) >= $0 } ?? true
    let isRecent = maximumAge.map { world.unixTime - (token.grant.authentication?.at ?? 0) <= $0 } ?? true
    guard isStrong, isRecent else {
      let isBound = token.thumbprint != nil
      var challenge = Self.challenge(isBound, "insufficient_user_authentication")
      if !isStrong { challenge += ", acr_values=\"\(levels.map(\.name).joined(separator: " "))\"" }
      if let maximumAge, !isRecent { challenge += ", max_age=\"\(maximumAge)\"" }
      throw OIDCFailure(
        error: "insufficient_user_authentication",
        description: "The user's authentication is too weak or too old. Sign in again as this challenge "
          + "demands.", status: 401,
        challenge: challenge)
    }
    return SandboxResponse.json(.object(token.claims(issuer: world.oidcIssuer))).withoutStorage
  }
}

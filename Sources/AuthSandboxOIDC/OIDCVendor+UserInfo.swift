import AuthCore
import AuthSandboxKit

extension OIDCVendor {
  /// `GET` and `POST /userinfo` (OpenID Connect Core §5.3).
  mutating func userInfo(
    _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(OIDCFailure) -> SandboxResponse {
    let token = try accessToken(of: request, world)
    guard token.scopes.contains("openid"), let user = users.user(token.subject) else {
      throw OIDCFailure(
        error: "insufficient_scope",
        description: "The token has no scope openid, or no user. Send the token of a user who granted openid.",
        status: 403,
        challenge: Self.challenge(token.thumbprint != nil, "insufficient_scope") + ", scope=\"openid\"")
    }
    var claims: JSONObject = [
      "sub": .string(user.subject + (world.oidcPolicy.tampering.contains(.userInfoSubject) ? "x" : ""))
    ]
    for member in user.claims(token.scopes).members { claims[member.name] = member.value }
    return SandboxResponse.json(.object(claims)).withoutStorage
  }

  /// The access token that a request presents (RFC 6750 §2.1, RFC 9449 §7.1).
  ///
  /// - Throws: `invalid_token`, or the fault of the DPoP proof, each with the challenge of a resource server.
  mutating func accessToken(
    of request: SandboxRequest, _ world: SandboxWorld
  ) throws(OIDCFailure) -> OIDCIssuedToken {
    let words = (request.headers["Authorization"] ?? "").split(separator: " ", maxSplits: 1).map(String.init)
    let isProven = words.first.map { HTTPHeaders.same($0, "DPoP") } ?? false
    guard words.count == 2, isProven || HTTPHeaders.same(words[0], "Bearer"),
      let token = tokens.token(words[1], .access, at: world.unixTime), isKnown(token.grant.authentication),
      isProven == (token.thumbprint != nil)
    else { throw Self.invalidToken(isBound: isProven) }
    guard isProven else { return token }
    do throws(OIDCFailure) {
      guard try proof(request, token: words[1], world) == token.thumbprint else {
        throw Self.invalidToken(isBound: true)
      }
    } catch {
      // RFC 9449 §7.1, §9: a resource server refuses a proof with 401 and a challenge.
      throw OIDCFailure(
        error: error.error, description: error.description, status: 401, challenge: Self.challenge(true, error.error),
        nonce: error.nonce)
    }
    return token
  }

  static func invalidToken(isBound: Bool) -> OIDCFailure {
    OIDCFailure(
      error: "invalid_token",
      description: "The access token is missing, unknown, expired or revoked, or was not sent with its scheme "
        + "(Bearer or DPoP). Renew it, or sign in again.", status: 401,
      challenge: challenge(isBound, "invalid_token"))
  }

  /// The value of `WWW-Authenticate` (RFC 6750 §3, RFC 9449 §7.1).
  static func challenge(_ isBound: Bool, _ error: String) -> String {
    isBound ? "DPoP error=\"\(error)\", algs=\"ES256 EdDSA\"" : "Bearer error=\"\(error)\""
  }
}

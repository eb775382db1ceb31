import AuthCore
import AuthCrypto
import AuthSandboxKit

extension OIDCVendor {
  /// What a token response contains.
  struct Issue: Sendable {
    let grant: OIDCGrant
    let scopes: [String]
    /// The requested resources; empty for those of the grant.
    var resources: [String] = []
    /// The thumbprint of the key of the request's DPoP proof; nil for bearer tokens.
    var thumbprint: String?
    var hasRefresh = true
    /// Whether the ID token has the grant's nonce: only the response to the authorisation code.
    var hasNonce = false
  }

  /// Issues tokens, and returns the token response (RFC 6749 §5.1).
  mutating func issue(_ issue: Issue, _ client: OIDCRegisteredClient, _ world: SandboxWorld) throws(OIDCFailure)
    -> JSONObject
  {
    let policy = world.oidcPolicy
    let access = try accessToken(issue, world)
    let isBound = issue.thumbprint != nil
    let type = isBound != policy.tampering.contains(.tokenType) ? "DPoP" : "Bearer"
    var answer: JSONObject = [
      "access_token": .string(access), "token_type": .string(type), "expires_in": .integer(policy.accessTokenSeconds),
    ]
    if issue.hasRefresh, issue.grant.scopes.contains("offline_access"), client.grantTypes.contains("refresh_token") {
      answer["refresh_token"] = .string(refreshToken(issue.grant, world))
    }
    if issue.scopes.contains("openid"), issue.grant.authentication != nil, !policy.tampering.contains(.noIDToken) {
      answer["id_token"] = .string(try identityToken(issue, client, access: access, world))
    }
    let scopes = issue.scopes + (policy.tampering.contains(.scope) ? ["admin"] : [])
    answer["scope"] = .string(scopes.joined(separator: " "))
    if let authentication = issue.grant.authentication, let session = authentication.session {
      logins.note(client: client.id, in: session, at: world.unixTime)
    }
    return answer
  }

  /// A new refresh token of a grant.
  mutating func refreshToken(_ grant: OIDCGrant, _ world: SandboxWorld) -> String {
    let time = world.unixTime
    let text = world.random.token(byteCount: 32)
    tokens.put(
      text,
      OIDCIssuedToken(
        kind: .refresh, grant: grant, scopes: grant.scopes, audiences: [], id: world.random.uuid(), issued: time,
        expires: time + world.oidcPolicy.refreshTokenSeconds, thumbprint: grant.thumbprint))
    return text
  }

  /// A new access token: a JWT (RFC 9068 §2), or opaque if the policy says so.
  private mutating func accessToken(_ issue: Issue, _ world: SandboxWorld) throws(OIDCFailure) -> String {
    let time = world.unixTime
    let policy = world.oidcPolicy
    let grant = issue.grant
    let resources = issue.resources.isEmpty ? grant.resources : issue.resources
    let token = OIDCIssuedToken(
      kind: .access, grant: grant, scopes: issue.scopes,
      audiences: resources.isEmpty ? [world.oidcDefaultResource] : resources, id: world.random.uuid(), issued: time,
      expires: time + policy.accessTokenSeconds, thumbprint: issue.thumbprint)
    let text =
      policy.issuesOpaqueTokens
      ? world.random.token(byteCount: 32)
      : try keys.sign(token.claims(issuer: world.oidcIssuer), type: "at+jwt", policy.algorithm)
    tokens.put(text, token)
    return text
  }

  /// The ID token (OpenID Connect Core §2).
  private func identityToken(
    _ issue: Issue, _ client: OIDCRegisteredClient, access: String, _ world: SandboxWorld
  ) throws(OIDCFailure) -> String {
    let policy = world.oidcPolicy
    let tampering = policy.tampering
    guard let authentication = issue.grant.authentication else { throw .internalError }
    let time = world.unixTime
    var claims: JSONObject = [
      "iss": .string(world.oidcIssuer + (tampering.contains(.issuer) ? "/other" : "")),
      "aud": .string(tampering.contains(.audience) ? "another-client" : client.id),
    ]
    if !tampering.contains(.noSubject) { claims["sub"] = .string(authentication.subject) }
    let issued = tampering.contains(.expired) ? time - policy.idTokenSeconds - 3600 : time
    claims["iat"] = .integer(issued)
    claims["exp"] = .integer(issued + policy.idTokenSeconds)
    claims["auth_time"] = .integer(authentication.at - (tampering.contains(.authenticationTime) ? 86_400 : 0))
    claims["acr"] = .string(authentication.level.name)
    claims["amr"] = .array(authentication.level.references.map { .string($0) })
    claims["sid"] = authentication.session.map { .string($0) }
    if tampering.contains(.authorizedParty) { claims["azp"] = "another-client" }
    if issue.hasNonce, !tampering.contains(.noNonce), let nonce = issue.grant.nonce {
      claims["nonce"] = .string(tampering.contains(.nonce) ? nonce + "x" : nonce)
    }
    let hashed = tampering.contains(.accessTokenHash) ? access + "x" : access
    claims["at_hash"] = .string(Base64URL.encode(Array(SHA256.hash(data: Array(hashed.utf8))).prefix(16)))
    for member in users.user(authentication.subject)?.claims(issue.scopes).members ?? [] {
      claims[member.name] = member.value
    }
    return try keys.signIdentity(claims, client.identityAlgorithm ?? policy.algorithm, tampering)
  }
}

extension OIDCIssuedToken {
  /// The claims of an access token (RFC 9068 §2.2), which introspection also returns (RFC 7662 §2.2).
  func claims(issuer: String) -> JSONObject {
    var claims: JSONObject = [
      "iss": .string(issuer), "sub": .string(subject),
      "aud": audiences.count == 1 ? .string(audiences[0]) : .array(audiences.map { .string($0) }),
      "client_id": .string(grant.clientID), "iat": .integer(issued), "exp": .integer(expires), "jti": .string(id),
      "scope": .string(scopes.joined(separator: " ")),
    ]
    if let authentication = grant.authentication {
      // RFC 9470 §6.
      claims["auth_time"] = .integer(authentication.at)
      claims["acr"] = .string(authentication.level.name)
      claims["amr"] = .array(authentication.level.references.map { .string($0) })
    }
    claims["act"] = grant.actor.map { ["sub": .string($0)] }
    claims["cnf"] = thumbprint.map { ["jkt": .string($0)] }
    return claims
  }
}

extension SandboxWorld {
  /// The issuer's identifier.
  var oidcIssuer: String { baseURL + "/oidc" }
  /// The audience of access tokens of requests without a resource: the app's backend.
  var oidcDefaultResource: String { baseURL + "/backend" }
}

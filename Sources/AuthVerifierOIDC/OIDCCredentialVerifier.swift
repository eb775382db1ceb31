import AuthCore
import AuthCrypto
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Verifies an issuer's tokens: access tokens that are JWTs (RFC 9068), opaque access tokens by introspection (RFC
/// 7662), and ID tokens (OpenID Connect Core §2).
struct OIDCCredentialVerifier: CredentialVerifier {
  let id: ProviderID
  private let configuration: OIDCVerifierConfiguration
  private let issuer: IssuerKeys
  private let access: JWTVerifier?
  private let identity: JWTVerifier?
  private let introspection: TokenIntrospection?

  private static let algorithms: Set<JWSAlgorithm> = [.rs256, .ps256, .es256, .es384, .es512, .edDSA]

  init(
    id: ProviderID, configuration: OIDCVerifierConfiguration, services: VerifierServices
  ) throws(AuthError) {
    self.id = id
    self.configuration = configuration
    let issuer = IssuerKeys(issuer: configuration.issuer, services: services)
    self.issuer = issuer
    access =
      if let audience = configuration.audience {
        try JWTVerifier(Self.accessRules(audience, configuration))
      } else {
        nil
      }
    if configuration.acceptsIdentityTokens, let client = configuration.clientID {
      var rules = JWTValidationRules.identityToken(issuer: configuration.issuer, clientID: client)
      rules.algorithms = Self.algorithms
      rules.nonce = .ignored  // The client that began the sign-in has compared it.
      rules.leeway = configuration.leeway
      identity = try JWTVerifier(rules)
    } else {
      identity = nil
    }
    introspection = configuration.introspection.map {
      TokenIntrospection($0, audience: configuration.audience, issuer: issuer, services: services)
    }
  }

  private static func accessRules(_ audience: String, _ configuration: OIDCVerifierConfiguration) -> JWTValidationRules
  {
    var rules = JWTValidationRules(
      algorithms: algorithms, types: configuration.accessTokenTypes, issuer: configuration.issuer,
      audiences: [audience], requiredClaims: ["sub"])
    rules.leeway = configuration.leeway
    return rules
  }

  var routes: [CredentialRoute] {
    var routes: [CredentialRoute] = []
    if let audience = configuration.audience { routes.append(.issuer(configuration.issuer, audience: audience)) }
    if identity != nil {
      routes.append(.issuer(configuration.issuer, audience: configuration.clientID))
    }
    if introspection != nil { routes.append(.opaque) }
    return routes
  }

  func verify(
    _ credential: PresentedCredential, of request: PresentedRequest
  ) async throws(AuthError) -> Principal {
    guard let token = credential.jwt else {
      guard let introspection else { throw Self.unknownKind }
      return try await introspection.principal(of: credential.token, provider: id)
    }
    // The audience decides which rules apply; each set of rules then checks it.
    if let access, let audience = configuration.audience, Self.names(audience, token.claims["aud"]) {
      let verified = try await verified(token, by: access)
      try checkKind(ofAccessToken: verified)
      return try principal(verified, .accessToken)
    }
    guard let identity else { throw Self.unknownKind }
    // An ID token is a bearer token here, so it must not have been a proof-bound one.
    let verified = try await verified(token, by: identity)
    guard verified.isIdentityToken else { throw Self.unknownKind }
    return try principal(verified, .identityToken)
  }

  /// Checks that a token is an access token. RFC 9068 §2.2 requires claims of a token with its `typ`. A token with
  /// another accepted `typ` could be an ID token: it must not be for the app's client, nor have claims that only ID
  /// tokens have.
  private func checkKind(ofAccessToken token: VerifiedJWT) throws(AuthError) {
    let type = token.header["typ"]?.stringValue?.lowercased()
    let isAccepted =
      if type == "at+jwt" || type == "application/at+jwt" {
        ["iat", "client_id", "jti"].allSatisfy { token[$0] != nil }
      } else {
        !["nonce", "at_hash", "events"].contains { token[$0] != nil }
          && !(configuration.clientID.map(token.audiences.contains) ?? false)
      }
    guard isAccepted else { throw Self.unknownKind }
  }

  private func verified(_ token: UnverifiedJWT, by verifier: JWTVerifier) async throws(AuthError) -> VerifiedJWT {
    try await verifier.verify(token, with: try await issuer.known().keys)
  }

  private func principal(_ token: VerifiedJWT, _ kind: Principal.Credential) throws(AuthError) -> Principal {
    guard let subject = token.subject else {
      throw AuthError(.invalidToken, "The token has no 'sub'. Check the client at the issuer.")
    }
    var principal = Principal(provider: id, tenant: configuration.issuer, subject: subject, credential: kind)
    principal.describe(token)
    try principal.describeGrant(token.claims)
    return principal
  }

  private static func names(_ audience: String, _ claim: JSONValue?) -> Bool {
    claim?.stringValue == audience || claim?.arrayValue?.contains { $0.stringValue == audience } ?? false
  }

  private static let unknownKind = AuthError(
    .invalidToken,
    "This block does not accept tokens of this kind. Check 'audience', 'identityTokens' and 'introspection'.")
}

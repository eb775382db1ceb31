import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An ID token that was verified (OpenID Connect Core §3.1.3.7), with the user that it names.
struct VerifiedIDToken: Sendable {
  let token: Secret
  let subject: String
  let claims: JSONObject

  /// The expected values of a token.
  struct Expectation: Sendable {
    let clientID: String
    let issuer: String
    /// Further names of the issuer.
    let aliases: [String]
    let leeway: Duration
    /// The nonce of the flow; nil if none was sent.
    let nonce: String?
    /// Whether the token's nonce is ignored: a renewed ID token may repeat the nonce of the first
    /// (OpenID Connect Core §12.2).
    var ignoresNonce = false
    /// The user that a renewed ID token must name; nil at a sign-in.
    var subject: String?
  }

  /// Verifies an ID token.
  ///
  /// - Throws: `invalid_token`, `token_expired` or `signature_invalid`, and errors of fetching the issuer's keys. No
  ///   message contains a part of the token.
  init(
    _ token: Secret, access: Secret, issuer: OIDCIssuer.Known, expecting expected: Expectation
  ) async throws(AuthError) {
    var rules = JWTValidationRules.identityToken(
      issuer: expected.issuer, clientID: expected.clientID, nonce: expected.nonce)
    rules.otherIssuers = Set(expected.aliases)
    rules.algorithms = issuer.metadata.algorithms
    rules.leeway = expected.leeway
    rules.maximumByteCount = 16_384
    rules.subject = expected.subject
    rules.accessToken = access
    if expected.ignoresNonce { rules.nonce = .ignored }
    guard let keys = issuer.keys else {
      throw AuthError(
        .invalidToken,
        "The server's addresses are configured without keys, so its ID token cannot be verified. Remove "
          + "'endpoints'.")
    }
    let verified = try await JWTVerifier(rules).verify(token.revealText(), with: keys)
    if verified.audiences.count > 1, verified["azp"] == nil {
      throw AuthError(
        .invalidToken,
        "The ID token has several audiences, but no authorised party ('azp'). Check the client at the issuer.")
    }
    guard let subject = verified.subject else {
      throw AuthError(.invalidToken, "The ID token has no 'sub'. Check 'issuer'.")
    }
    self.token = token
    self.subject = subject
    var claims = verified.claims
    // Claims that bind the token to its flow do not describe the user.
    for name in ["nonce", "at_hash", "c_hash"] { claims[name] = nil }
    self.claims = claims
  }
}

import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The steps of a verification, for the rules of one verifier. It is a class, so that a verifier is passed on as one
/// reference: a copy of the rules takes as long as the check of the claims.
final class JWTCheck: Sendable {
  let rules: JWTValidationRules
  /// The rules' leeway in seconds.
  let leeway: Double
  private let headers = JWTHeaderMemory()

  init(_ rules: JWTValidationRules) {
    self.rules = rules
    leeway = rules.leeway.seconds
  }

  /// Checks the signature and then the claims.
  func verified(
    _ form: JWSCompactForm, _ header: JWSHeader, parsed: JSONObject? = nil, with key: JWK, at now: Date
  ) throws(AuthError) -> VerifiedJWT {
    guard key.allows(header.algorithm) else { throw JWS.malformed("has an alg that the key does not allow") }
    guard key.isValidSignature(form.signature, for: form.signingInput, by: header.algorithm) else {
      throw AuthError(
        .signatureInvalid,
        "The token's signature does not verify: the token was changed, or another key signed the token. "
          + JWS.newToken)
    }
    headers.remember(header, form.encodedHeader)
    guard let claims = parsed ?? (try? JSONValue(parsing: form.payload, depthLimit: 32))?.objectValue else {
      throw JWS.malformed("has a payload that is not a JSON object, repeats a member, or is nested too deeply")
    }
    return try JWTClaimsCheck(check: self, claims: claims, now: now).result(
      header: header.members, by: header.algorithm)
  }

  /// Returns the header after the checks that need no key. A header in the cache has passed them.
  func header(of form: JWSCompactForm) throws(AuthError) -> JWSHeader {
    guard !form.payload.isEmpty else { throw JWS.malformed("has an empty payload") }
    if let known = headers.header(form.encodedHeader) { return known }
    let header = try JWSHeader(parsing: form.header)
    guard rules.algorithms.contains(header.algorithm) else {
      throw JWS.malformed("has an alg that the rules do not accept", remedy: JWS.otherRules)
    }
    if let type = header.type {
      guard rules.types.contains(type) || rules.types.contains(where: { Self.names($0, type) }) else {
        throw JWS.malformed("has a typ that the rules do not accept", remedy: JWS.otherRules)
      }
    } else if !rules.allowsMissingType {
      throw JWS.malformed("has no typ, which the rules require", remedy: JWS.otherRules)
    }
    if rules.refusesEmbeddedKeys {
      for name in ["jku", "jwk", "x5u", "x5c"] where header.members[name] != nil {
        throw JWS.malformed(
          "has the header parameter \(name), which the rules do not accept", remedy: JWS.otherRules)
      }
    }
    return header
  }

  /// Returns whether `type` is `expected`. `typ` is a media type: its case does not matter, and `application/` may be
  /// omitted (RFC 7515 §4.1.9).
  private static func names(_ expected: String, _ type: String) -> Bool {
    var name = type.lowercased()
    if name.hasPrefix("application/") { name = String(name.dropFirst(12)) }
    return name == expected.lowercased()
  }
}

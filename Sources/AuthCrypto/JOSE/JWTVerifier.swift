public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Checks tokens by the rules of one purpose: form, algorithm, key, signature, times, issuer, audience, in this order
/// (RFC 8725; Privy protocol notes §6).
public struct JWTVerifier: Sendable {
  /// The rules.
  public let rules: JWTRules

  /// A verifier.
  ///
  /// - Throws: `invalid_request` for rules that accept no algorithm, or with a leeway outside 0 to 60 seconds.
  public init(_ rules: JWTRules) throws(AuthError) {
    guard !rules.algorithms.isEmpty else { throw AuthError(.invalidRequest, "The rules name no algorithm.") }
    guard rules.leeway >= .zero, rules.leeway <= .seconds(60) else {
      throw AuthError(.invalidRequest, "The leeway must lie between 0 and 60 seconds.")
    }
    self.rules = rules
  }

  /// Checks `token` with the key that it names in `keys`.
  ///
  /// - Throws: `token_expired`, `signature_invalid`, or `invalid_token` for all else. No message holds any of the token.
  public func verify(_ token: String, with keys: JWKS, at now: Date) throws(AuthError) -> VerifiedJWT {
    let jws = try parse(token)
    return try verify(jws, with: keys.key(jws.keyID, for: jws.algorithm), at: now)
  }

  /// Checks `token` with this key, whatever key it names.
  ///
  /// - Throws: as `verify(_:with:at:)` with a set.
  public func verify(_ token: String, with key: JWK, at now: Date) throws(AuthError) -> VerifiedJWT {
    try verify(parse(token), with: key, at: now)
  }

  /// Checks `token` with the key that it names in a set that is fetched when needed.
  ///
  /// - Throws: as `verify(_:with:at:)`, and what the cache's fetching throws.
  public func verify(_ token: String, with cache: JWKSCache) async throws(AuthError) -> VerifiedJWT {
    let jws = try parse(token)
    let keys = try await cache.keys(holding: jws.keyID)
    return try verify(jws, with: keys.key(jws.keyID, for: jws.algorithm), at: cache.clock.now())
  }

  /// Form and header: what can be refused without a key.
  private func parse(_ token: String) throws(AuthError) -> JWS {
    let jws = try JWS(compact: token, maximumByteCount: rules.maximumByteCount)
    guard !jws.payload.isEmpty else { throw JWS.malformed("holds nothing") }
    guard rules.algorithms.contains(jws.algorithm) else { throw JWS.malformed("has an alg that is not accepted here") }
    if let type = jws.type {
      guard rules.types.contains(type) || rules.types.contains(where: { Self.names($0, type) }) else {
        throw JWS.malformed("has a typ that is not accepted here")
      }
    } else if !rules.allowsMissingType {
      throw JWS.malformed("has no typ")
    }
    if rules.refusesEmbeddedKeys {
      for name in ["jku", "jwk", "x5u", "x5c"] where jws.header[name] != nil {
        throw JWS.malformed("has the header \(name), which is not accepted")
      }
    }
    return jws
  }

  private func verify(_ jws: JWS, with key: JWK, at now: Date) throws(AuthError) -> VerifiedJWT {
    guard key.allows(jws.algorithm) else { throw JWS.malformed("has an alg that its key is not for") }
    try jws.verify(with: key.key)
    guard let claims = (try? JSONValue(parsing: jws.payload, depthLimit: 32))?.objectValue else {
      throw JWS.malformed("holds no JSON object without duplicate members")
    }
    return try JWTClaimsCheck(rules: rules, claims: claims, now: now).result(header: jws.header, by: jws.algorithm)
  }

  /// `typ` is a media type: its case does not count, and `application/` may be left out (RFC 7515 §4.1.9).
  private static func names(_ expected: String, _ type: String) -> Bool {
    var name = type.lowercased()
    if name.hasPrefix("application/") { name = String(name.dropFirst(12)) }
    return name == expected.lowercased()
  }
}

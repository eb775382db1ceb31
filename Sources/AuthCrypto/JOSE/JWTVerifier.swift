public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A verifier that checks tokens by the rules for one purpose (RFC 8725): the format, the header, the key, the
/// signature, the times, the issuer, the subject, the audience and then the other claims, in this order.
public struct JWTVerifier: Sendable {
  /// The rules that a token must meet.
  public let rules: JWTValidationRules
  private let headers = JWTHeaderMemory()
  private let leeway: Double

  /// Creates a verifier for `rules`.
  ///
  /// - Throws: `invalid_request` for rules that accept no algorithm or have a leeway outside 0 to 60 seconds.
  public init(_ rules: JWTValidationRules) throws(AuthError) {
    guard !rules.algorithms.isEmpty else {
      throw AuthError(.invalidRequest, "The rules accept no algorithm. Add one to `algorithms`.")
    }
    guard rules.leeway >= .zero, rules.leeway <= .seconds(60) else {
      throw AuthError(.invalidRequest, "The leeway of the rules is out of range. Set a leeway from 0 to 60 seconds.")
    }
    self.rules = rules
    leeway = rules.leeway.seconds
  }

  /// Checks `token` with the key in `keys` that the token names.
  ///
  /// - Throws: `token_expired`, `signature_invalid`, or `invalid_token` for every other fault. No message contains any
  ///   part of the token.
  public func verify(_ token: String, with keys: JWKSet, at now: Date) throws(AuthError) -> VerifiedJWT {
    try JWSCompactForm.read(token, maximumByteCount: rules.maximumByteCount) { (form) throws(AuthError) in
      let header = try self.header(of: form)
      return try verified(form, header, with: try keys.key(header.keyID, for: header.algorithm), at: now)
    }
  }

  /// Checks `token` with `key`, even if the token names another key.
  ///
  /// - Throws: `token_expired`, `signature_invalid`, or `invalid_token` for every other fault. No message contains any
  ///   part of the token.
  public func verify(_ token: String, with key: JWK, at now: Date) throws(AuthError) -> VerifiedJWT {
    try JWSCompactForm.read(token, maximumByteCount: rules.maximumByteCount) { (form) throws(AuthError) in
      try verified(form, try self.header(of: form), with: key, at: now)
    }
  }

  /// Checks `token` with the key that it names in the key set of `cache`, which is fetched if necessary. If the set
  /// does not have the key, or the signature does not verify, the set is fetched once more, at most every 30 seconds.
  /// The time is that of the cache's clock.
  ///
  /// - Throws: the errors of `verify(_:with:at:)` and of `JWKSCache.keys(holding:)`.
  public func verify(_ token: String, with cache: JWKSCache) async throws(AuthError) -> VerifiedJWT {
    try await verify(Secret(token), parsed: nil, with: cache)
  }

  /// Checks a token whose claims were read before, for example to find this verifier. They are not parsed again.
  ///
  /// - Throws: the errors of `verify(_:with:at:)` and of `JWKSCache.keys(holding:)`.
  public func verify(_ token: UnverifiedJWT, with cache: JWKSCache) async throws(AuthError) -> VerifiedJWT {
    try await verify(token.token, parsed: token.claims, with: cache)
  }

  private func verify(
    _ token: Secret, parsed claims: JSONObject?, with cache: JWKSCache
  ) async throws(AuthError) -> VerifiedJWT {
    let limit = rules.maximumByteCount
    let header = try JWSCompactForm.read(token, maximumByteCount: limit) { (form) throws(AuthError) in
      try self.header(of: form)
    }
    let age = rules.maximumKeyAge
    let found = try await cache.key(header.keyID, for: header.algorithm, maximumAge: age)
    do throws(AuthError) {
      return try JWSCompactForm.read(token, maximumByteCount: limit) { (form) throws(AuthError) in
        try verified(form, header, parsed: claims, with: found.key, at: cache.clock.now())
      }
    } catch {
      guard error.code == .signatureInvalid,
        let newer = try await cache.key(newerThan: found, header.keyID, for: header.algorithm, maximumAge: age)
      else { throw error }
      return try JWSCompactForm.read(token, maximumByteCount: limit) { (form) throws(AuthError) in
        try verified(form, header, parsed: claims, with: newer.key, at: cache.clock.now())
      }
    }
  }

  /// Checks the signature and then the claims.
  private func verified(
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
    return try JWTClaimsCheck(rules: rules, leeway: leeway, claims: claims, now: now).result(
      header: header.members, by: header.algorithm)
  }

  /// Returns the header after the checks that need no key. A header in the cache has passed them.
  private func header(of form: JWSCompactForm) throws(AuthError) -> JWSHeader {
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

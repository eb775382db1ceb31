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
  public var rules: JWTValidationRules { check.rules }
  private let check: JWTCheck

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
    check = JWTCheck(rules)
  }

  /// Checks `token` with the key in `keys` that the token names.
  ///
  /// - Throws: `token_expired`, `signature_invalid`, or `invalid_token` for every other fault. No message contains any
  ///   part of the token.
  public func verify(_ token: String, with keys: JWKSet, at now: Date) throws(AuthError) -> VerifiedJWT {
    try JWSCompactForm.read(token, maximumByteCount: check.rules.maximumByteCount) { [check] (form) throws(AuthError) in
      let header = try check.header(of: form)
      return try check.verified(form, header, with: try keys.key(header.keyID, for: header.algorithm), at: now)
    }
  }

  /// Checks `token` with `key`, even if the token names another key.
  ///
  /// - Throws: `token_expired`, `signature_invalid`, or `invalid_token` for every other fault. No message contains any
  ///   part of the token.
  public func verify(_ token: String, with key: JWK, at now: Date) throws(AuthError) -> VerifiedJWT {
    try JWSCompactForm.read(token, maximumByteCount: check.rules.maximumByteCount) { [check] (form) throws(AuthError) in
      try check.verified(form, try check.header(of: form), with: key, at: now)
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
    let limit = check.rules.maximumByteCount
    let header = try JWSCompactForm.read(token, maximumByteCount: limit) { [check] (form) throws(AuthError) in
      try check.header(of: form)
    }
    let age = check.rules.maximumKeyAge
    let found = try await cache.key(header.keyID, for: header.algorithm, maximumAge: age)
    do throws(AuthError) {
      return try JWSCompactForm.read(token, maximumByteCount: limit) { [check] (form) throws(AuthError) in
        try check.verified(form, header, parsed: claims, with: found.key, at: cache.clock.now())
      }
    } catch {
      guard error.code == .signatureInvalid,
        let newer = try await cache.key(newerThan: found, header.keyID, for: header.algorithm, maximumAge: age)
      else { throw error }
      return try JWSCompactForm.read(token, maximumByteCount: limit) { [check] (form) throws(AuthError) in
        try check.verified(form, header, parsed: claims, with: newer.key, at: cache.clock.now())
      }
    }
  }
}

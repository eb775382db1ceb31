import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The check of the claims of a token whose signature has been verified.
struct JWTClaimsCheck {
  let check: JWTCheck
  let claims: JSONObject
  let now: Date

  private var rules: JWTValidationRules { check.rules }
  private var leeway: Double { check.leeway }

  func result(header: JSONObject, by algorithm: JWSAlgorithm) throws(AuthError) -> VerifiedJWT {
    let expiry = try time("exp")
    if rules.requiresExpiry, expiry == nil { throw JWS.malformed("has no exp") }
    let issued = try time("iat")
    try checkTimes(expiry: expiry, notBefore: time("nbf"), issued: issued)
    guard let audiences = JWTAudiences(claims["aud"]) else {
      throw JWS.malformed("has an aud that is not a string or an array of strings")
    }
    try checkParties(audiences)
    try checkAccessToken(algorithm)
    for name in rules.requiredClaims where claims[name] == nil || claims[name]?.isNull == true {
      throw JWS.malformed("lacks the claim \(name), which the rules require", remedy: JWS.otherRules)
    }
    if let subject = claims["sub"], subject.stringValue?.isEmpty ?? true {
      throw JWS.malformed("has a sub that is empty or not a string")
    }
    return VerifiedJWT(
      header: header, claims: claims, algorithm: algorithm,
      expiresAt: expiry.map { Date(timeIntervalSince1970: $0) } ?? .distantFuture,
      issuedAt: issued.map { Date(timeIntervalSince1970: $0) })
  }

  private func checkTimes(expiry: Double?, notBefore: Double?, issued: Double?) throws(AuthError) {
    let time = now.timeIntervalSince1970
    guard expiry.map({ time < $0 + leeway }) ?? true else {
      throw AuthError(.tokenExpired, "The token has expired (exp). Request a new token.")
    }
    if let notBefore, time < notBefore - leeway {
      throw JWS.malformed("is not valid yet (nbf)", remedy: JWS.otherClock)
    }
    if let issued, issued > time + leeway {
      throw JWS.malformed("has an iat in the future", remedy: JWS.otherClock)
    }
    if let maximum = rules.maximumAge {
      guard let issued else { throw JWS.malformed("has no iat, from which its age is counted", remedy: JWS.otherRules) }
      guard time <= issued + maximum.seconds + leeway else {
        throw AuthError(.tokenExpired, "The token is older than the rules allow (iat). Request a new token.")
      }
    }
    if let maximum = rules.maximumLifetime {
      guard let issued, let expiry, expiry - issued <= maximum.seconds else {
        throw JWS.malformed(
          "has no iat, or the time from iat to exp is longer than the rules allow", remedy: JWS.otherRules)
      }
    }
  }

  private func checkParties(_ audiences: JWTAudiences) throws(AuthError) {
    if let issuer = rules.issuer {
      let given = claims["iss"]?.stringValue
      guard given.hasSameBytes(as: issuer) || given.map(rules.otherIssuers.containsBytes(of:)) == true else {
        throw JWS.malformed("has an iss that the rules do not accept", remedy: JWS.otherRules)
      }
    }
    if let subject = rules.subject {
      guard (claims["sub"]?.stringValue).hasSameBytes(as: subject) else {
        throw JWS.malformed("has a sub that the rules do not accept", remedy: JWS.otherRules)
      }
    }
    if !rules.audiences.isEmpty {
      guard audiences.contains(where: { rules.audiences.containsBytes(of: $0) }) else {
        throw JWS.malformed("has no aud that the rules accept", remedy: JWS.otherRules)
      }
      if rules.checksAuthorizedParty { try checkParty(audiences) }
    }
    switch rules.nonce {
    case .ignored: break
    case .absent:
      guard claims["nonce"] == nil else { throw JWS.malformed("has a nonce, but the request had none") }
    case .equal(let nonce):
      guard let given = claims["nonce"]?.stringValue, ConstantTime.equal(given, nonce) else {
        throw JWS.malformed("does not have the nonce of the request")
      }
    }
  }

  /// Checks `at_hash`: the left half of the access token's hash, with the hash function of the ID token's `alg`
  /// (OpenID Connect Core §3.1.3.6).
  private func checkAccessToken(_ algorithm: JWSAlgorithm) throws(AuthError) {
    guard let accessToken = rules.accessToken else { return }
    guard let claim = claims["at_hash"] else {
      guard !rules.requiresAccessTokenHash else {
        throw JWS.malformed("lacks the claim at_hash, which the rules require", remedy: JWS.otherRules)
      }
      return
    }
    let hash = algorithm.hash(accessToken.revealBytes())
    let expected = Base64URL.encode(hash.prefix(hash.count / 2))
    guard let given = claim.stringValue, ConstantTime.equal(given, expected) else {
      throw JWS.malformed("has an at_hash that does not match the access token")
    }
  }

  /// Checks `azp`, which must be one of the accepted audiences. The claim may be missing only if every audience of the
  /// token is accepted, because another audience could otherwise present the token to this verifier.
  private func checkParty(_ audiences: JWTAudiences) throws(AuthError) {
    guard let party = claims["azp"] else {
      guard audiences.allSatisfy({ rules.audiences.containsBytes(of: $0) }) else {
        throw JWS.malformed("is also for other audiences, but has no azp")
      }
      return
    }
    guard let name = party.stringValue, rules.audiences.containsBytes(of: name) else {
      throw JWS.malformed("was issued to another party (azp)")
    }
  }

  /// Returns the claim `name` in seconds since 1970, with or without a fraction (RFC 7519 §2); nil if the token does
  /// not have the claim. Refuses strings, negative numbers, and numbers above 2^53, where `Double` does not represent
  /// every whole second.
  private func time(_ name: String) throws(AuthError) -> Double? {
    guard let value = claims[name] else { return nil }
    guard let seconds = value.numberValue, seconds >= 0, seconds <= 0x1p53 else {
      throw JWS.malformed("has an \(name) that is not a number of seconds since 1970")
    }
    return seconds
  }
}

extension JWSAlgorithm {
  /// Hashes `bytes` with the hash function of the algorithm. Ed25519 uses SHA-512 (RFC 8032 §5.1).
  fileprivate func hash(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .hs256, .rs256, .ps256, .es256: Array(SHA256.hash(data: bytes))
    case .hs384, .rs384, .ps384, .es384: Array(SHA384.hash(data: bytes))
    case .hs512, .rs512, .ps512, .es512, .edDSA: Array(SHA512.hash(data: bytes))
    }
  }
}

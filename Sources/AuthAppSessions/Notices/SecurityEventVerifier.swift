public import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Checks the security event tokens (RFC 8417) of a transmitter of the Shared Signals Framework: CAEP and RISC.
public struct SecurityEventVerifier: Sendable {
  private let provider: ProviderID
  private let issuer: String
  private let rules: SecurityEventRules
  private let verifier: JWTVerifier

  /// The length in bytes of the largest accepted token.
  public static let maximumByteCount = 16_384

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - provider: the provider instance whose sessions the events end.
  ///   - issuer: the required `iss`, from the configuration of the event stream.
  ///   - audiences: the accepted audiences, from the same configuration; at least one.
  ///   - rules: the rules for the tokens.
  /// - Throws: `invalid_request` if there is no audience, or if the rules accept no algorithm.
  public init(
    provider: ProviderID, issuer: String, audiences: Set<String>, rules: SecurityEventRules = SecurityEventRules()
  ) throws(AuthError) {
    guard !audiences.isEmpty else {
      throw AuthError(.invalidRequest, "The verifier has no audience. Pass the `aud` of the event stream.")
    }
    self.provider = provider
    self.issuer = issuer
    self.rules = rules
    var checks = JWTValidationRules(
      algorithms: rules.algorithms, types: rules.acceptsEarlierForms ? ["secevent+jwt", "JWT"] : ["secevent+jwt"],
      allowsMissingType: rules.acceptsEarlierForms, issuer: issuer, audiences: audiences,
      requiredClaims: ["iat", "jti", "events"])
    checks.requiresExpiry = false
    checks.maximumAge = rules.maximumAge
    checks.maximumByteCount = Self.maximumByteCount
    verifier = try JWTVerifier(checks)
  }

  /// Checks a token with the transmitter's keys, and returns the sessions that its events end; none for events such as
  /// the verification of a stream.
  ///
  /// - Throws: `signature_invalid`; `token_expired` for a token that is too old; `unsupported` for an event whose
  ///   subject is named by an e-mail address or in another format that is not an id of the provider; `invalid_token`
  ///   for every other fault.
  public func verify(_ token: String, with keys: JWKSet, at now: Date) throws(AuthError) -> AppSessionNotice {
    try notice(try verifier.verify(token, with: keys, at: now))
  }

  /// Checks a token with the transmitter's key set, which is fetched if necessary.
  ///
  /// - Throws: as `verify(_:with:at:)`; the errors of the fetch.
  public func verify(_ token: String, with cache: JWKSCache) async throws(AuthError) -> AppSessionNotice {
    try notice(try await verifier.verify(token, with: cache))
  }

  private func notice(_ token: VerifiedJWT) throws(AuthError) -> AppSessionNotice {
    guard let issuedAt = token.issuedAt, let events = token["events"]?.objectValue, !events.isEmpty else {
      throw AppSessionNotice.malformed("has no events")
    }
    if !rules.acceptsEarlierForms {
      // Both would make the token usable as another kind of token (Shared Signals Framework 1.0 §4.1).
      for claim in ["sub", "exp"] where token[claim] != nil {
        throw AppSessionNotice.malformed("has a \(claim), which security event tokens must not have")
      }
    }
    let id = try AppSessionNotice.identifier(token["jti"], "jti")
    var endings: [AppSessionEnding] = []
    for event in events.members {
      guard let reason = rules.endingEvents[event.name] else { continue }
      guard event.value.objectValue != nil else {
        throw AppSessionNotice.malformed("has an event that is not a JSON object")
      }
      guard let ending = try ending(event, reason, token, issuedAt), !endings.contains(ending) else { continue }
      endings.append(ending)
    }
    return AppSessionNotice(
      source: issuer, id: id, endings: endings,
      keepUntil: issuedAt.adding(rules.maximumAge).adding(verifier.rules.leeway))
  }

  private func ending(
    _ event: JSONObject.Member, _ reason: AppSessionEndReason, _ token: VerifiedJWT, _ issuedAt: Date
  ) throws(AuthError) -> AppSessionEnding? {
    if event.name == SecurityEventRules.credentialChange, !rules.newCredentialEndsSessions,
      event.value["change_type"] == "create"
    {
      return nil
    }
    let earlier = rules.acceptsEarlierForms ? event.value["subject"] : nil
    guard let subject = token["sub_id"] ?? earlier else { throw AppSessionNotice.malformed("has no subject (sub_id)") }
    let reader = SecurityEventSubject(
      issuers: rules.userIssuers.isEmpty ? [issuer] : rules.userIssuers,
      namesSession: event.name == SecurityEventRules.sessionRevoked)
    return AppSessionEnding(
      provider: provider, target: try reader.target(subject), before: Self.time(event.value, token, issuedAt),
      reason: reason)
  }

  /// The time of the event: what the event says, what the token says (`toe`, RFC 8417 §2.2), or when the token was
  /// issued, which is the latest that it can be.
  private static func time(_ event: JSONValue, _ token: VerifiedJWT, _ issuedAt: Date) -> Date {
    guard let seconds = (event["event_timestamp"] ?? token["toe"])?.numberValue, seconds > 0 else { return issuedAt }
    return min(Date(timeIntervalSince1970: seconds), issuedAt)
  }
}

package import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The JWT that describes a session. It does not authorise calls to the API; only stamps by the session key do.
package struct SessionToken: Sendable {
  /// The token as received.
  let token: Secret
  /// The vendor's ID of the user.
  let userID: String
  /// The ID of the user's own organisation, a sub-organisation of the tenant.
  let organizationID: String
  /// When the session and its key expire.
  let expiresAt: Date
  /// All claims. `session_type` is free text if a session profile was used.
  let claims: JSONObject

  /// Verifies a session's token (T79).
  ///
  /// - Parameters:
  ///   - publicKey: the session key, compressed.
  ///   - organizationID: the ID of the organisation that the user signed in to; nil if it is not known.
  /// - Throws: `signature_invalid`, `token_expired`, `invalid_token` for a malformed token and for a token of another
  ///   key or organisation, `invalid_configuration` if the pinned key is not a point of P-256.
  package init(
    verifying token: Secret, publicKey: [UInt8], organizationID expected: String?, keys: TurnkeyKeys, now: Date
  ) throws(AuthError) {
    let content = try EnclaveToken(token, signer: keys.notarizer, digest: .double, name: "session token")
    guard let seconds = content.claims["exp"]?.integerValue, (0...Self.latestExpiry).contains(seconds) else {
      throw AuthError(
        .invalidToken,
        "The vendor's session token has no claim 'exp', or the claim is not a time in seconds before the year 10000. "
          + "Sign in again. If this happens again, report this to Latchkey's maintainers.")
    }
    expiresAt = Date(timeIntervalSince1970: Double(seconds))
    try content.check(expiry: expiresAt, now: now)
    try content.checkBinding(to: publicKey)
    userID = try content.text("user_id")
    organizationID = try content.text("organization_id")
    _ = try content.text("session_type")
    guard expected == nil || expected == organizationID else {
      throw AuthError(
        .invalidToken, "The session token is not for the organisation that the user signed in to. Start again.")
    }
    self.token = token
    claims = content.claims
  }

  /// The end of the year 9999, in seconds since 1970. A later date is the server's error.
  private static let latestExpiry: Int64 = 253_402_300_799
}

extension SessionToken {
  /// A new session with this token.
  func session(_ opening: TurnkeySessionDetails, of provider: TurnkeyProvider, now: Date) -> Session {
    var session = Session(
      id: opening.sessionID, providerID: provider.id, tenant: provider.tenant, subject: userID,
      identifier: opening.identifier, displayName: opening.displayName, tokens: SessionTokens(access: token),
      key: opening.key, createdAt: now, expiresAt: expiresAt, claims: claims,
      tags: opening.labels)
    session.adapterValues = opening.adapterValues(lasting: SessionLifetime.measured(until: expiresAt, now: now))
    return session
  }

  /// `session`, renewed by this token.
  func renewing(_ session: Session, key: KeyReference, now: Date) -> Session {
    var renewed = session
    renewed.subject = userID
    renewed.tokens.access = token
    renewed.key = key
    renewed.createdAt = now
    renewed.expiresAt = expiresAt
    renewed.claims = claims
    renewed.moveTurnkeyLabels()
    renewed.adapterValues[SessionLifetime.name] = String(SessionLifetime.seconds(of: session, now: now))
    for name in [SessionLifetime.nextName, SessionLifetime.invalidationName] { renewed.adapterValues[name] = nil }
    return renewed
  }
}

import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes sessions from the vendor's responses, and decides how a response changes a session. Has no side effects.
struct PrivySessions: Sendable {
  /// The name of the vendor's own access token in `Session.tokens.other`.
  static let privyAccessToken = "privy_access_token"

  /// The meaning of the response to a renewal.
  enum Verdict: Sendable {
    /// The session continues with this content.
    case renewed(Session)
    /// The session's own tokens no longer renew it.
    case rejected(AuthError)
    /// The response is for a different user.
    case anotherUser
  }

  let providerID: ProviderID
  let tenant: String

  /// A new session.
  ///
  /// - Throws: `malformed_response` for a response without a user, an access token or the token's expiry;
  ///   `invalid_token` if the response ends the session instead of opening one.
  func session(
    _ answer: AuthenticatedUser, id: SessionID, identifier: String?, now: Date
  ) throws(AuthError) -> Session {
    guard answer.sessionUpdate != .clear else {
      throw AuthError(
        .invalidToken, "The vendor opened no session ('session_update_action' is 'clear'). Sign in again.",
        recovery: .signIn)
    }
    guard let user = answer.user else { throw Self.missing("user") }
    guard let access = answer.token else { throw Self.missing("token") }
    guard let expiresAt = UnverifiedJWT(access)?.expiresAt else {
      throw AuthError(
        .malformedResponse,
        "The vendor's access token is not a JWT with a valid claim 'exp'. Try again, or check the server's address.")
    }
    var session = Session(
      id: id, providerID: providerID, tenant: tenant, subject: user.id, createdAt: now, expiresAt: expiresAt)
    session.identifier = identifier.flatMap { $0.trimmingBlanks.isEmpty ? nil : $0.trimmingBlanks }
    replaceTokens(of: &session, by: answer)
    Self.describe(&session, user)
    return session
  }

  /// Applies `answer` to `session` (P48 to P50).
  ///
  /// - Throws: `malformed_response` for an access token without an expiry.
  func renew(_ session: Session, by answer: AuthenticatedUser, now: Date) throws(AuthError) -> Verdict {
    if let user = answer.user, !user.id.hasSameBytes(as: session.subject) { return .anotherUser }
    var renewed = session
    switch answer.sessionUpdate {
    case .clear:
      return .rejected(AuthError(.sessionRevoked, "The vendor has ended the session. Sign in again."))
    case .set, .ignore:
      // A response with `ignore` leaves tokens out. The vendor's own token and the refresh token can still be new, and
      // the old ones then stop working. New tokens are therefore kept in both cases.
      replaceTokens(of: &renewed, by: answer)
      if let user = answer.user { Self.describe(&renewed, user) }
    }
    if let token = answer.token {
      guard let expiresAt = UnverifiedJWT(token)?.expiresAt else {
        throw AuthError(
          .malformedResponse,
          "The vendor's access token is not a JWT with a valid claim 'exp'. Try again, or check the server's address.")
      }
      renewed.expiresAt = expiresAt
      renewed.createdAt = now
    }
    // The vendor has been seen to return a response that keeps an expired token. That is not a renewal. A response that
    // is repeated later can also have an expired token, but its refresh token is new and renews the session.
    let hasNewCredential = RefreshCredential(renewed) != nil && RefreshCredential(renewed) != RefreshCredential(session)
    guard renewed.tokens.access != nil, hasNewCredential || !renewed.isExpired(at: now) else {
      return .rejected(
        AuthError(.sessionExpired, "The vendor renewed the session without a valid token. Sign in again."))
    }
    return .renewed(renewed)
  }

  private func replaceTokens(of session: inout Session, by answer: AuthenticatedUser) {
    session.tokens.access = answer.token ?? session.tokens.access
    switch answer.refreshCredential {
    case .token(let token):
      session.tokens.refresh = token
      session.tokens.other[RefreshCredential.cookieToken] = nil
    case .cookie(let value):
      session.tokens.refresh = nil
      session.tokens.other[RefreshCredential.cookieToken] = value
    case nil: break
    }
    session.tokens.identity = answer.identityToken ?? session.tokens.identity
    if let token = answer.privyAccessToken { session.tokens.other[Self.privyAccessToken] = token }
  }

  /// Sets the vendor's user data in a session and, if there is one, the identity token with the same data.
  static func describe(_ session: inout Session, _ current: (user: PrivyUser, identityToken: Secret?)) {
    session.tokens.identity = current.identityToken ?? session.tokens.identity
    describe(&session, current.user)
  }

  /// Sets the vendor's user data in a session.
  static func describe(_ session: inout Session, _ user: PrivyUser) {
    session.claims["user"] = .object(user.json)
    session.identifier = session.identifier ?? user.email ?? user.customUserID
    session.displayName = user.displayName ?? session.displayName
  }

  private static func missing(_ field: String) -> AuthError {
    AuthError(
      .malformedResponse, "The response has no valid field '\(field)'. Try again, or check the server's address.")
  }
}

public import AuthCore

extension __Name__Provider: SessionRefreshing {
  /// Renews a session with its refresh token. However many callers wait, the engine calls this once. It stores the
  /// renewed session before it returns it, and finishes a renewal that was sent even when all callers have been
  /// cancelled.
  ///
  /// - Returns: `.refused` only where the vendor itself says that the session is over: only this ends the session.
  /// - Throws: every error that keeps the session: the network, a 5xx, an unreadable response.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let refreshToken = session.tokens.refresh else {
      return .refused(AuthError(.sessionExpired, "The session cannot be renewed. Sign in again.", provider: id))
    }
    do throws(AuthError) {
      let answer = try await api.refresh(refreshToken)
      var renewed = session
      renewed.tokens.access = answer.access
      // A vendor that does not rotate returns no refresh token, and the old one stays valid.
      renewed.tokens.refresh = answer.refresh ?? refreshToken
      renewed.createdAt = services.clock.now()
      renewed.expiresAt = answer.expiry(from: renewed.createdAt)
      return .refreshed(renewed)
    } catch {
      // CHANGE ME 6: what an authoritative refusal looks like. Too wide a test signs users out when a proxy fails.
      guard error.vendorCode == "invalid_grant" else { throw error }
      return .refused(error)
    }
  }
}

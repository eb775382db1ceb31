public import AuthCore

extension __Name__Provider: SessionRefreshing {
  /// Renews a session with its refresh token. The client calls this function once for all callers that wait. It stores
  /// the renewed session before a caller gets it, and finishes a renewal that was sent even if all callers are
  /// cancelled.
  ///
  /// - Returns: `.refused`, which ends the session, only if the vendor reports that the session has ended, or if the
  ///   session has no refresh token.
  /// - Throws: errors that keep the session: the network, a 5xx, an invalid response.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let refreshToken = session.tokens.refresh else {
      return .refused(AuthError(.sessionExpired, "The session has no refresh token. Sign in again.", provider: id))
    }
    do throws(AuthError) {
      let answer = try await api.refresh(refreshToken)
      var renewed = session
      renewed.tokens.access = answer.access
      // A vendor that does not rotate its refresh tokens does not return one, and the old one stays valid.
      renewed.tokens.refresh = answer.refresh ?? refreshToken
      renewed.createdAt = services.clock.now()
      renewed.expiresAt = answer.expiry(from: renewed.createdAt)
      return .refreshed(renewed)
    } catch {
      // CHANGE ME 7: what an authoritative refusal looks like. If the test is too broad, a faulty proxy signs users
      // out.
      guard error.vendorCode == "invalid_grant" else { throw error }
      return .refused(error)
    }
  }
}

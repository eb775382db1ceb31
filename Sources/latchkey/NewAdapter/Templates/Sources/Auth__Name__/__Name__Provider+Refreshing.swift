public import AuthCore

extension __Name__Provider: SessionRefreshing {
  /// Renews a session with its refresh token. However many callers wait, the engine calls this once, stores what it
  /// gives before anybody sees it, and finishes what was sent although everybody left.
  ///
  /// - Returns: `.refused` only where the vendor says with authority that the session is over: that alone ends it.
  /// - Throws: whatever keeps the session: the network, a 5xx, an answer that cannot be read.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let refreshToken = session.tokens.refresh else {
      return .refused(AuthError(.sessionExpired, "The session cannot be renewed; sign in again.", provider: id))
    }
    do throws(AuthError) {
      let answer = try await api.refresh(refreshToken)
      var renewed = session
      renewed.tokens.access = answer.access
      // A vendor that does not rotate gives none, and the one that was sent stays good.
      renewed.tokens.refresh = answer.refresh ?? refreshToken
      renewed.createdAt = services.clock.now()
      renewed.expiresAt = answer.expiry(from: renewed.createdAt)
      return .refreshed(renewed)
    } catch {
      // CHANGE ME 6: what an authoritative refusal looks like. Too wide a net signs users out when a proxy coughs.
      guard error.vendorCode == "invalid_grant" else { throw error }
      return .refused(error)
    }
  }
}

public import AuthCore

extension BeaconProvider: SessionRefreshing {
  /// Extends a session. Beacon has no refresh token: the session's own token extends it, as long as it is still good.
  ///
  /// - Returns: `.refused` when Beacon says that the session is over.
  /// - Throws: whatever keeps the session: the network, a 5xx, an answer that cannot be read.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let access = session.tokens.access else {
      return .refused(AuthError(.sessionExpired, "The session cannot be extended; sign in again.", provider: id))
    }
    do throws(AuthError) {
      var extended = session
      extended.expiresAt = try await api.extend(access)
      extended.createdAt = services.clock.now()
      return .refreshed(extended)
    } catch {
      guard error.vendorCode == "session-over" else { throw error }
      return .refused(error)
    }
  }
}

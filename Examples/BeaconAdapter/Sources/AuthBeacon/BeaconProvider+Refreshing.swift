public import AuthCore

extension BeaconProvider: SessionRefreshing {
  /// Extends a session. Beacon has no refresh token: the session's own token extends it while it is valid.
  ///
  /// - Returns: `.refused`, which ends the session, only if Beacon reports that the session has ended, or if the
  ///   session has no token.
  /// - Throws: errors that keep the session: the network, a 5xx, an invalid response.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let access = session.tokens.access else {
      return .refused(AuthError(.sessionExpired, "The session has no token. Sign in again.", provider: id))
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

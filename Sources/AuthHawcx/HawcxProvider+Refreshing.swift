public import AuthCore

extension HawcxProvider: SessionRefreshing {
  /// Renews the app's session at its backend. The refresh token is spent by it, and sent once.
  ///
  /// - Returns: `.refused` when the backend says that the session is over.
  /// - Throws: `reauthentication_required` for the session of an identity token: nothing renews it but its user.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let backend, let refreshToken = session.tokens.refresh else {
      throw AuthError(
        .reauthenticationRequired, "The session cannot be renewed without its user; sign in again.", recovery: .signIn,
        provider: id)
    }
    do throws(AuthError) {
      let answer = try await backend.refresh(refreshToken)
      var renewed = session
      renewed.subject = answer.subject
      // A backend that does not rotate gives none, and the one that was sent stays good.
      renewed.tokens = SessionTokens(access: answer.token, refresh: answer.refreshToken ?? refreshToken)
      renewed.createdAt = services.clock.now()
      renewed.expiresAt = answer.expiresAt
      renewed.claims = answer.claims
      return .refreshed(renewed)
    } catch {
      guard error.code == .sessionExpired else { throw error }
      return .refused(error)
    }
  }
}

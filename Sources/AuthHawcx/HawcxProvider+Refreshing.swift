public import AuthCore

extension HawcxProvider: SessionRefreshing {
  /// None: the refresh token is issued by the app's backend and works once.
  public func replay(of session: Session) -> CredentialReplay { .none }

  /// Renews the app's session at its backend. The refresh token works once, so it is sent only once.
  ///
  /// - Returns: the renewed session, or `.refused` if the backend reports that the session has ended.
  /// - Throws: `reauthentication_required` for the session of an identity token: only a new sign-in renews it.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let backend, let refreshToken = session.tokens.refresh else {
      throw AuthError(
        .reauthenticationRequired, "This session cannot be renewed. Sign in again.", recovery: .signIn,
        provider: id)
    }
    do throws(AuthError) {
      let answer = try await backend.refresh(refreshToken)
      var renewed = session
      renewed.subject = answer.subject
      // A backend without rotation returns no new token, and the sent one stays valid.
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

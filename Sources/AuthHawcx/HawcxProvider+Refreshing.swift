public import AuthCore

extension HawcxProvider: SessionRefreshing {
  /// Returns `.none`, because a refresh token of the app's backend may work only once.
  public func replay(of session: Session) -> CredentialReplay { .none }

  /// Renews the app's session at its backend. The refresh token may work only once, so it is sent only once.
  ///
  /// - Returns: the renewed session, or `.refused` if the backend reports that the session has ended or returns the
  ///   session of another user.
  /// - Throws: `reauthentication_required` if no backend is configured, or if the session has no refresh token, such as
  ///   a session of an identity token; the errors of `AppBackend.refresh(_:)` except `session_expired`.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let backend = backend(of: session), let refreshToken = session.tokens.refresh else {
      throw AuthError(
        .reauthenticationRequired,
        "This session cannot be renewed, because it has no refresh token of the app's backend, or no backend is "
          + "configured. Sign in again.", recovery: .signIn,
        provider: id)
    }
    do throws(AuthError) {
      let answer = try await backend.refresh(refreshToken)
      guard answer.subject.hasSameBytes(as: session.subject) else {
        return .refused(AuthError(.sessionRevoked, "The app's backend returned another user's session. Sign in again."))
      }
      var renewed = session
      // A backend that does not rotate refresh tokens does not return a new one, and the token that was sent stays
      // valid.
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

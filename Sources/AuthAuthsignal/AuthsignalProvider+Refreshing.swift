public import AuthCore

extension AuthsignalProvider: SessionRefreshing {
  /// Renews the app's session at the app's backend. The vendor is not involved.
  ///
  /// - Returns: the renewed session, or `.refused` if the backend reports that the session has ended or returns the
  ///   session of another user.
  /// - Throws: `reauthentication_required`, which keeps the session, if the session has no refresh token or the
  ///   configuration has no backend; the other errors of `AppBackend.refresh`.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let backend = backend(of: session), let refreshToken = session.tokens.refresh else {
      throw AuthError(
        .reauthenticationRequired,
        "This session cannot be renewed, because it has no refresh token or the configuration does not name a backend. "
          + "Sign in again.",
        recovery: .signIn, provider: id)
    }
    let renewed: AppSession
    do throws(AuthError) {
      renewed = try await backend.refresh(refreshToken)
    } catch where error.code == .sessionExpired {
      return .refused(error)
    }
    guard renewed.subject.hasSameBytes(as: session.subject) else {
      return .refused(AuthError(.sessionRevoked, "The app's backend returned another user's session. Sign in again."))
    }
    var next = session
    next.tokens.access = renewed.token
    next.tokens.refresh = renewed.refreshToken ?? refreshToken
    next.createdAt = services.clock.now()
    next.expiresAt = renewed.expiresAt
    next.claims = renewed.claims
    return .refreshed(next)
  }
}

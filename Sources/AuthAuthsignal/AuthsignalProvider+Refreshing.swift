public import AuthCore

extension AuthsignalProvider: SessionRefreshing {
  /// Renews the app's session at the app's backend; the vendor has no part in it.
  ///
  /// - Throws: `reauthentication_required`, which keeps the session, where it has no refresh token or the
  ///   configuration names no backend.
  public func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    guard let backend, let refreshToken = session.tokens.refresh else {
      throw AuthError(
        .reauthenticationRequired, "The session cannot be renewed without its user; sign in again.",
        recovery: .signIn, provider: id)
    }
    let renewed: AppSession
    do throws(AuthError) {
      renewed = try await backend.refresh(refreshToken)
    } catch where error.code == .sessionExpired {
      return .refused(error)
    }
    guard renewed.subject.hasSameBytes(as: session.subject) else {
      return .refused(AuthError(.sessionRevoked, "The app's backend answered with another user's session."))
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

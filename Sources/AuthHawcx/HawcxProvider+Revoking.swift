public import AuthCore

extension HawcxProvider: SessionRevoking {
  /// The session to revoke at the app's backend; nil if no backend is configured, or the backend issued no refresh
  /// token. An identity token cannot be revoked.
  public func revocation(of session: Session) -> Revocation? {
    guard backend != nil, session.tokens.refresh != nil else { return nil }
    return Revocation(session: session)
  }

  /// Revokes the session at the app's backend. Does nothing without a configured backend or a refresh token.
  ///
  /// - Throws: the errors of `AppBackend.revoke(_:)`.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let backend = backend(of: revocation.session), let token = revocation.session.tokens.refresh else { return }
    try await backend.revoke(token)
  }
}

public import AuthCore

extension AuthsignalProvider: SessionRevoking {
  /// The session to revoke; nil if the app's backend issued no refresh token, or if the configuration does not name a
  /// backend. The vendor has no record of the session, so only the backend can revoke it.
  public func revocation(of session: Session) -> Revocation? {
    guard canExchange, session.tokens.refresh != nil else { return nil }
    return Revocation(session: session)
  }

  /// Revokes the session at the app's backend.
  ///
  /// - Throws: the errors of `AppBackend.revoke`.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let backend = backend(of: revocation.session), let token = revocation.session.tokens.refresh else { return }
    try await backend.revoke(token)
  }
}

public import AuthCore

extension AuthsignalProvider: SessionRevoking {
  /// The session to revoke; nil unless the app's backend issued a refresh token. Only the backend keeps the session.
  public func revocation(of session: Session) -> Revocation? {
    guard canExchange, session.tokens.refresh != nil else { return nil }
    return Revocation(session: session)
  }

  /// Revokes the session at the app's backend.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let backend, let token = revocation.session.tokens.refresh else { return }
    try await backend.revoke(token)
  }
}

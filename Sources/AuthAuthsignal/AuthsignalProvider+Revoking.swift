public import AuthCore

extension AuthsignalProvider: SessionRevoking {
  /// Only the app's backend holds the session: there is something to tell where it gave a refresh token.
  public func revocation(of session: Session) -> Revocation? {
    guard canExchange, session.tokens.refresh != nil else { return nil }
    return Revocation(session: session)
  }

  /// Tells the app's backend.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let backend, let token = revocation.session.tokens.refresh else { return }
    try await backend.revoke(token)
  }
}

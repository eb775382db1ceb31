public import AuthCore

extension HawcxProvider: SessionRevoking {
  /// The app's backend holds the session: there is something to tell where it gave a refresh token. An identity token
  /// cannot be taken back.
  public func revocation(of session: Session) -> Revocation? {
    guard backend != nil, session.tokens.refresh != nil else { return nil }
    return Revocation(session: session)
  }

  /// Tells the app's backend.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let backend, let token = revocation.session.tokens.refresh else { return }
    try await backend.revoke(token)
  }
}

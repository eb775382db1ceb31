public import AuthCore

extension PrivyProvider: SessionRevoking {
  /// The session's own tokens are all it takes.
  public func revocation(of session: Session) -> Revocation? { Revocation(session: session) }

  /// Ends the session at the vendor; one that is over already counts as ended.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    try await api.logOut(revocation.session)
  }
}

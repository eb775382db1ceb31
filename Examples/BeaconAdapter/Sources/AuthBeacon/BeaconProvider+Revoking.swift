public import AuthCore

extension BeaconProvider: SessionRevoking {
  /// The data that is needed to revoke `session`; called before the session is deleted locally.
  public func revocation(of session: Session) -> Revocation? {
    session.tokens.access == nil ? nil : Revocation(session: session)
  }

  /// Revokes the session at the vendor. It is already deleted locally: the app sees a thrown error as `unrevoked`, and
  /// the session does not come back.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let access = revocation.session.tokens.access else { return }
    do throws(AuthError) {
      try await api.end(access)
    } catch {
      // A session that the vendor no longer knows counts as revoked.
      guard error.vendorCode == "session-over" else { throw error }
    }
  }
}

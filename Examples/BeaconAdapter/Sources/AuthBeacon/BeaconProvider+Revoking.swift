public import AuthCore

extension BeaconProvider: SessionRevoking {
  /// Returns the data that is needed to revoke `session`; nil for a session without a token. The client calls this
  /// function before it deletes the session.
  public func revocation(of session: Session) -> Revocation? {
    session.tokens.access == nil ? nil : Revocation(session: session)
  }

  /// Revokes the session at the vendor. The session is already deleted locally and stays deleted; the app finds a
  /// thrown error in `unrevoked`.
  ///
  /// - Throws: the errors of the revocation, except Beacon's `session-over`: the session is already revoked.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let access = revocation.session.tokens.access else { return }
    do throws(AuthError) {
      try await api.end(access)
    } catch {
      // A session that no longer exists at the vendor counts as revoked.
      guard error.vendorCode == "session-over" else { throw error }
    }
  }
}

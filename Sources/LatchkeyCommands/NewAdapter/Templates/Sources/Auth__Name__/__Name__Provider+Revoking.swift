public import AuthCore

extension __Name__Provider: SessionRevoking {
  /// The data needed to revoke `session`; the client calls this while the session still exists here.
  public func revocation(of session: Session) -> Revocation? {
    session.tokens.access == nil ? nil : Revocation(session: session)
  }

  /// Tells the vendor. The session is already deleted here: the app sees a thrown error (`unrevoked`), and the session
  /// stays deleted.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let access = try await workingToken(of: revocation.session) else { return }
    do throws(AuthError) {
      try await api.revoke(access)
    } catch {
      // A session that the vendor no longer knows counts as revoked.
      guard error.vendorCode == "invalid_token" else { throw error }
    }
  }

  /// The client does not renew a session before a sign-out. A vendor that accepts only a valid credential would keep
  /// the session alive, so an expired one is renewed for this last request. nil when the vendor says that the session
  /// is over.
  private func workingToken(of session: Session) async throws(AuthError) -> Secret? {
    guard session.isExpired(at: services.clock.now()) else { return session.tokens.access }
    guard case .refreshed(let renewed) = try await refresh(session, token: nil) else { return nil }
    return renewed.tokens.access
  }
}

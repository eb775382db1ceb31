public import AuthCore

extension __Name__Provider: SessionRevoking {
  /// What it takes to revoke `session`; asked for while the session still exists here.
  public func revocation(of session: Session) -> Revocation? {
    session.tokens.access == nil ? nil : Revocation(session: session)
  }

  /// Tells the vendor. The session is deleted here already: what is thrown is shown to the app (`unrevoked`) and
  /// brings nothing back.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let access = try await workingToken(of: revocation.session) else { return }
    do throws(AuthError) {
      try await api.revoke(access)
    } catch {
      // A session that the vendor no longer knows is as good as revoked.
      guard error.vendorCode == "invalid_token" else { throw error }
    }
  }

  /// Nobody renews a session before it is signed out. A vendor that takes only a credential that works would let the
  /// session live on, so one that has run out is renewed for this last request; nil when the vendor says that the
  /// session is over.
  private func workingToken(of session: Session) async throws(AuthError) -> Secret? {
    guard session.isExpired(at: services.clock.now()) else { return session.tokens.access }
    guard case .refreshed(let renewed) = try await refresh(session, token: nil) else { return nil }
    return renewed.tokens.access
  }
}

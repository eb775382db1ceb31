public import AuthCore

extension __Name__Provider: SessionRevoking {
  /// Returns the data that is needed to revoke `session`; nil for a session without a token. The client calls this
  /// function before it deletes the session.
  public func revocation(of session: Session) -> Revocation? {
    session.tokens.access == nil ? nil : Revocation(session: session)
  }

  /// Revokes the session at the vendor. The session is already deleted locally and stays deleted; the app finds a
  /// thrown error in `unrevoked`.
  ///
  /// - Throws: the errors of the renewal and of the revocation, except the vendor's `invalid_token`: the
  ///   session is already revoked.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    guard let access = try await workingToken(of: revocation.session) else { return }
    do throws(AuthError) {
      try await api.revoke(access)
    } catch {
      // A session that no longer exists at the vendor counts as revoked.
      guard error.vendorCode == "invalid_token" else { throw error }
    }
  }

  /// Returns an access token that has not expired; nil if the vendor reports that the session has ended. The client
  /// does not renew a session before a sign-out, and a vendor that accepts only a valid token would refuse the
  /// revocation and keep the session. An expired token is therefore renewed for this last request.
  private func workingToken(of session: Session) async throws(AuthError) -> Secret? {
    guard session.isExpired(at: services.clock.now()) else { return session.tokens.access }
    guard case .refreshed(let renewed) = try await refresh(session, token: nil) else { return nil }
    return renewed.tokens.access
  }
}

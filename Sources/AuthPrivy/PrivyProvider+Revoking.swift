public import AuthCore

extension PrivyProvider: SessionRevoking {
  /// The revocation of a session, which needs only the session's own tokens.
  public func revocation(of session: Session) -> Revocation? { Revocation(session: session) }

  /// Ends the session at the vendor. A session that has already ended is not an error. A failed sign-out is repeated
  /// once, after the next sign-in or renewal. If more than eight have failed, the oldest are dropped.
  ///
  /// - Throws: the errors of the request, and the record store's errors.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    try await unfinished.note(revocation.session)
    try await api.logOut(revocation.session)
    try await unfinished.crossOut(revocation.session)
  }

  /// Repeats the sign-outs that the vendor may have missed. Whether they succeed does not matter.
  ///
  /// - Throws: the record store's errors.
  func finishSignOuts() async throws(AuthError) {
    for session in try await unfinished.take(providerID: id, tenant: tenant) {
      // A sign-out that fails again is not repeated, because the session expires anyway.
      _ = try? await api.logOut(session)
    }
  }

  private var unfinished: UnfinishedSignOuts {
    UnfinishedSignOuts(records: services.records, clock: services.clock)
  }
}

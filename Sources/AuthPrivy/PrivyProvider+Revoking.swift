public import AuthCore

extension PrivyProvider: SessionRevoking {
  /// The session's own tokens are all it takes.
  public func revocation(of session: Session) -> Revocation? { Revocation(session: session) }

  /// Ends the session at the vendor; one that is over already counts as ended. Where that fails it is tried once more,
  /// when the vendor is next reached.
  public func revoke(_ revocation: Revocation) async throws(AuthError) {
    try await unfinished.note(revocation.session)
    try await api.logOut(revocation.session)
    try await unfinished.crossOut(revocation.session)
  }

  /// Tries the sign-outs once more that the vendor may not know of. What comes of it changes nothing here.
  func finishSignOuts() async throws(AuthError) {
    for session in try await unfinished.take(providerID: id, tenant: tenant) {
      // Best effort, once: the session runs out by itself.
      _ = try? await api.logOut(session)
    }
  }

  private var unfinished: UnfinishedSignOuts {
    UnfinishedSignOuts(records: services.records, clock: services.clock)
  }
}

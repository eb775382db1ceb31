/// A session that is gone here.
struct EndedSession: Sendable {
  /// As it was stored last.
  let session: Session
  let instance: ProviderSessions
  /// nil where there is nothing to tell the server.
  let revocation: Revocation?
  /// What is to be discarded once the server was told.
  let left: [SessionMachine.Command]
}

/// A session that was deleted on this device.
struct EndedSession: Sendable {
  /// The session as it was last stored.
  let session: Session
  let instance: ProviderSessions
  /// What the server needs to revoke it; nil when the server needs no request.
  let revocation: Revocation?
  /// What to discard after the server was told.
  let left: [SessionMachine.Command]
}

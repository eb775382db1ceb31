/// A session that was deleted on this device.
struct EndedSession: Sendable {
  /// The session as it was last stored.
  let session: Session
  let instance: ProviderSessions
  /// The data of the request that revokes it; nil if the server needs no request.
  let revocation: Revocation?
  /// The commands that discard its data after the revocation.
  let left: [SessionMachine.Command]
}

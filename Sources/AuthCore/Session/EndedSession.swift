/// A session that is not stored, because it was deleted or never stored, with the data for its revocation.
package struct EndedSession: Sendable {
  /// The session with its last credential.
  package let session: Session
  let instance: ProviderSessions
  /// The data of the request that revokes the session; nil if the server needs no request, if the provider cannot
  /// revoke sessions, or if the session belongs to another tenant.
  let revocation: Revocation?
  /// The commands that delete the provider's data about the session after the revocation.
  let left: [SessionMachine.Command]
}

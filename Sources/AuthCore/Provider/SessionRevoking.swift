/// A provider whose server can be told that a session is over.
public protocol SessionRevoking: AuthProvider {
  /// The data that revokes `session`, prepared while the session still exists; nil when the server needs no request.
  func revocation(of session: Session) -> Revocation?
  /// Revokes the session at the server. Called after the session was deleted here and before `discard` releases its
  /// keys, so that the sender can still be proved.
  func revoke(_ revocation: Revocation) async throws(AuthError)
}

/// A provider whose server can be told that a session is over.
public protocol SessionRevoking: AuthProvider {
  /// What it takes to revoke `session`, prepared while the session still exists; nil when there is nothing to tell.
  func revocation(of session: Session) -> Revocation?
  /// Tells the server, after the session was deleted here and before `discard` releases its keys, so that the
  /// sender can still be proved.
  func revoke(_ revocation: Revocation) async throws(AuthError)
}

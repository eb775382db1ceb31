/// A provider that can revoke a session at its server.
public protocol SessionRevoking: AuthProvider {
  /// Returns the data that revokes `session`, prepared while the session still exists; nil if the server needs no
  /// request.
  func revocation(of session: Session) -> Revocation?
  /// Revokes the session at the server. Called after the session was deleted here and before `discard` releases its
  /// keys, so that the provider can still sign the request.
  func revoke(_ revocation: Revocation) async throws(AuthError)
}

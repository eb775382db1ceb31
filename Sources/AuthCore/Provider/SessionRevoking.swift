/// A provider that can revoke a session at its server.
public protocol SessionRevoking: AuthProvider {
  /// Returns the data that revokes `session`, prepared while the session still exists; nil if the server needs no
  /// request.
  func revocation(of session: Session) -> Revocation?
  /// Revokes the session at the server. Called after the session was deleted on this device and before `discard`
  /// deletes its keys, so that the provider can still sign the request.
  ///
  /// - Throws: why the session was not revoked, for `SignOutResult.unrevoked`. After a temporary error, the next start
  ///   calls this function again.
  func revoke(_ revocation: Revocation) async throws(AuthError)
}

/// A provider that can move a session to a new key.
public protocol KeyRotating: AuthProvider {
  /// Returns the session with a new key. The old key stays valid until the new session is stored.
  func rotateKey(of session: Session) async throws(AuthError) -> Session
}

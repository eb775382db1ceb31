/// A provider that can move a session to a new key.
public protocol KeyRotating: AuthProvider {
  /// The session with a new key; the old key is valid until the new session is stored.
  func rotateKey(of session: Session) async throws(AuthError) -> Session
}

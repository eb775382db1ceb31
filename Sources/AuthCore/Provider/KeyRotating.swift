/// A provider that can move a session to a new key.
public protocol KeyRotating: AuthProvider {
  /// Returns the session with a new key. The provider keeps the old key: `AuthProvider.replaced` deletes it after the
  /// new session is stored.
  ///
  /// - Throws: the server's refusal, or an error of the request.
  func rotateKey(of session: Session) async throws(AuthError) -> Session
}

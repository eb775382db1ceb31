public import AuthCore

extension TurnkeyProvider: KeyRotating {
  /// Gives the session a new key. This is a renewal: every renewal of this vendor makes a new key.
  ///
  /// - Throws: what a renewal throws, and `session_expired` or `session_revoked` when the server refuses the old key.
  public func rotateKey(of session: Session) async throws(AuthError) -> Session {
    switch try await refresh(session, token: nil) {
    case .refreshed(let renewed): return renewed
    case .refused(let error): throw error
    case .tokenRequired: throw AuthError(.internalError, "The renewal asked for a token, which it does not use.")
    }
  }
}

public import AuthCore

extension TurnkeyProvider: KeyRotating {
  /// The session with a new key: a renewal, since every renewal of this vendor's makes one.
  ///
  /// - Throws: what a renewal throws; `session_expired` or `session_revoked` when the server refuses the old key.
  public func rotateKey(of session: Session) async throws(AuthError) -> Session {
    switch try await refresh(session, token: nil) {
    case .refreshed(let renewed): return renewed
    case .refused(let error): throw error
    case .tokenRequired: throw AuthError(.internalError, "A renewal asked for a token that it has no use for.")
    }
  }
}

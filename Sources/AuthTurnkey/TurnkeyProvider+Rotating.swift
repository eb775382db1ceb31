public import AuthCore

extension TurnkeyProvider: KeyRotating {
  /// Gives the session a new key. This is a renewal: with this vendor, every renewal makes a new key.
  ///
  /// - Throws: the errors of a renewal, and `session_expired` or `session_revoked` if the server refuses the old key.
  public func rotateKey(of session: Session) async throws(AuthError) -> Session {
    switch try await refresh(session, token: nil) {
    case .refreshed(let renewed): return renewed
    case .refused(let error): throw error
    case .tokenRequired:
      throw AuthError(
        .internalError,
        "The renewal asked for a token, although it does not use one. Report this to Latchkey's maintainers.")
    }
  }
}

public import AuthCore

extension AuthsignalProvider: RequestAuthorizing {
  /// The origins that may receive the app session's token: by default the backend's origin or, without a backend, the
  /// origin of the vendor's API.
  public var origins: [Origin] { configuration.origins }

  /// The request with the app session's token as a bearer token (RFC 6750 §2.1).
  ///
  /// - Throws: `reauthentication_required` for a session without a token.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    guard let token = session.tokens.access else {
      throw AuthError(.reauthenticationRequired, "The session has no token. Sign in again.", provider: id)
    }
    var authorized = request
    authorized.headers["Authorization"] = "Bearer " + token.revealText()
    return authorized
  }

  /// The proofs of the app sessions' keys; nil if app sessions have no keys.
  public func proofs(for request: TransportRequest) -> RequestProofs? { proofs }
}

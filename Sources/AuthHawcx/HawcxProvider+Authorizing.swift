public import AuthCore

extension HawcxProvider: RequestAuthorizing {
  /// The origins that may receive credentials.
  public var origins: [Origin] { configuration.origins }

  /// Returns the request with the session's access token, or else its identity token, as the bearer token
  /// (RFC 6750 §2.1).
  ///
  /// - Throws: `reauthentication_required` for a session without a token.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    guard let token = session.tokens.access ?? session.tokens.identity else {
      throw AuthError(.reauthenticationRequired, "The session has no token. Sign in again.", provider: id)
    }
    var authorized = request
    authorized.headers["Authorization"] = "Bearer " + token.revealText()
    return authorized
  }

  /// The proofs of the app sessions' keys; nil if app sessions have no keys.
  public func proofs(for request: TransportRequest) -> RequestProofs? { proofs }
}

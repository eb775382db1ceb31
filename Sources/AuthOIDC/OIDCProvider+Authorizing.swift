public import AuthCore

extension OIDCProvider: RequestAuthorizing {
  /// The origins to which credentials may be sent.
  public var origins: [Origin] { configuration.origins }

  /// Adds the access token to a request as a bearer token (RFC 6750 §2.1). For a session with a key, the client makes
  /// it a DPoP token with a proof (`proofs(for:)`).
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

  /// The proofs of the tokens that are bound to a key (RFC 9449).
  public func proofs(for request: TransportRequest) -> RequestProofs? { api.proofs }
}

public import AuthCore

extension OIDCProvider: RequestAuthorizing {
  /// The origins to which credentials may be sent.
  public var origins: [Origin] { configuration.origins }

  /// Adds the access token to a request: as a bearer token (RFC 6750 §2.1), or with a proof of possession
  /// (RFC 9449 §7.1).
  ///
  /// - Throws: `reauthentication_required` for a session without a token, `key_unavailable` if the session's key is
  ///   missing or of another kind, and the key store's errors.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    guard let token = session.tokens.access else {
      throw AuthError(.reauthenticationRequired, "The session has no token. Sign in again.", provider: id)
    }
    var authorized = request
    authorized.headers["Authorization"] = (session.key == nil ? "Bearer " : "DPoP ") + token.revealText()
    return try await api.proofs.attached(to: authorized, key: session.key, token: token)
  }

  /// Returns whether the status is 401, which means that the token is no longer valid. The client first calls
  /// `wantsAnotherProof(_:to:)`, because a server that requires a nonce returns the same status.
  public func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    response.status == 401
  }

  /// Stores the nonce of a response, and returns whether the request must be repeated with it (RFC 9449 §9).
  public func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    api.proofs.learn(from: response, to: request.url)
  }
}

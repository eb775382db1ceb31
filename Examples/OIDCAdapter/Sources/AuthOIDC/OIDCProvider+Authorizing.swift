public import AuthCore

extension OIDCProvider: RequestAuthorizing {
  /// Where its credentials may be sent.
  public var origins: [Origin] { configuration.origins }

  /// The request with the access token: as a bearer (RFC 6750 §2.1), or with a proof of possession (RFC 9449 §7.1).
  ///
  /// - Throws: `reauthentication_required` for a session without a token, `key_unavailable` without its key.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    guard let token = session.tokens.access else {
      throw AuthError(.reauthenticationRequired, "The session has no token; sign in again.", provider: id)
    }
    var authorized = request
    authorized.headers["Authorization"] = (session.key == nil ? "Bearer " : "DPoP ") + token.revealText()
    return try await api.proofs.attached(to: authorized, key: session.key, token: token)
  }

  /// A 401 means that the token is no longer valid, unless the server only requires a nonce in the proof.
  public func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    response.status == 401
  }

  /// Keeps the nonce of any response; a server that asked for one gets the request again (RFC 9449 §9).
  public func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    api.proofs.learn(from: response, to: request.url)
  }
}

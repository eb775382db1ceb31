public import AuthCore

extension HawcxProvider: RequestAuthorizing {
  /// The origins that may receive credentials.
  public var origins: [Origin] { configuration.origins }

  /// The request with the app's session token, or else the identity token, as its bearer token (RFC 6750 §2.1).
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
}

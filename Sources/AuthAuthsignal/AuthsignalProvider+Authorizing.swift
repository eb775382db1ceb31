public import AuthCore

extension AuthsignalProvider: RequestAuthorizing {
  /// Where the app session's token may go: by default the app's backend alone.
  public var origins: [Origin] { configuration.origins }

  /// The request with the app session's token as a bearer token (RFC 6750 §2.1).
  ///
  /// - Throws: `reauthentication_required` for a session without one.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    guard let token = session.tokens.access else {
      throw AuthError(.reauthenticationRequired, "The session has no token; sign in again.", provider: id)
    }
    var authorized = request
    authorized.headers["Authorization"] = "Bearer " + token.revealText()
    return authorized
  }
}

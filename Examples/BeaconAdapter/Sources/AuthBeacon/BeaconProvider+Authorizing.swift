public import AuthCore

extension BeaconProvider: RequestAuthorizing {
  /// The origins to which credentials may be sent. The client sends credentials to no other origin.
  public var origins: [Origin] { configuration.origins }

  /// Adds the session's credential to the request's headers; URL and body stay unchanged.
  ///
  /// - Throws: `reauthentication_required` for a session without a token.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    guard let access = session.tokens.access else {
      throw AuthError(.reauthenticationRequired, "The session has no token. Sign in again.", provider: id)
    }
    var authorized = request
    authorized.headers[BeaconAPI.sessionHeader] = access.revealText()
    return authorized
  }
}

public import AuthCore

extension BeaconProvider: RequestAuthorizing {
  /// The origins to which credentials may be sent. The client sends them to no other origin.
  public var origins: [Origin] { configuration.origins }

  /// Adds the session's credential to the request's headers; URL and body stay unchanged.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    guard let access = session.tokens.access else {
      throw AuthError(.reauthenticationRequired, "The session has no token; sign in again.", provider: id)
    }
    var authorized = request
    authorized.headers[BeaconAPI.sessionHeader] = access.revealText()
    return authorized
  }
}

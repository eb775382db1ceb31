public import AuthCore

extension BeaconProvider: RequestAuthorizing {
  /// Where credentials may go; the client sends nothing elsewhere.
  public var origins: [Origin] { configuration.origins }

  /// The request with the session's credential: in its headers alone, with URL and body as they were given.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    guard let access = session.tokens.access else {
      throw AuthError(.reauthenticationRequired, "The session holds no token; sign in again.", provider: id)
    }
    var authorized = request
    authorized.headers[BeaconAPI.sessionHeader] = access.revealText()
    return authorized
  }
}

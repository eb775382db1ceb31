public import AuthCore

extension BeaconProvider: RequestAuthorizing {
  /// Where credentials may be sent; the client sends them nowhere else.
  public var origins: [Origin] { configuration.origins }

  /// The request with the session's credential, only in its headers; URL and body stay unchanged.
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

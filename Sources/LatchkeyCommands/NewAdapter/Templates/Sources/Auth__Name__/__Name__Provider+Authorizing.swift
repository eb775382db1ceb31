public import AuthCore

extension __Name__Provider: RequestAuthorizing {
  /// The origins that credentials may be sent to; the client sends nothing elsewhere.
  public var origins: [Origin] { configuration.origins }

  /// The request with the session's credential in its headers; URL and body stay unchanged.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    guard let access = session.tokens.access else {
      throw AuthError(.reauthenticationRequired, "The session has no token. Sign in again.", provider: id)
    }
    var authorized = request
    authorized.headers["Authorization"] = "Bearer " + access.revealText()
    return authorized
  }
}

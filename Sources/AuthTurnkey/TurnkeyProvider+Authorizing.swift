public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TurnkeyProvider: RequestAuthorizing {
  /// Where its credentials may go.
  public var origins: [Origin] { configuration.origins }

  /// The request stamped by the session's key over its exact body, an empty one where it has none.
  ///
  /// A request to the app's own backend also carries the session's JWT as a bearer token: the backend reads from it
  /// who is calling, and it opens nothing at the vendor.
  ///
  /// - Throws: `key_unavailable` when the session's key cannot be reached.
  public func authorize(
    _ request: TransportRequest, for session: Session
  ) async throws(AuthError) -> TransportRequest {
    var authorized = request
    let stamp = try await stamper(of: session).stamp(request.body ?? [])
    TurnkeyAPI.complete(&authorized, with: stamp)
    if goesToBackend(request), let token = session.tokens.access {
      authorized.headers["Authorization"] = "Bearer " + token.revealText()
    }
    return authorized
  }

  /// The stamper of a session's key.
  ///
  /// - Throws: `key_unavailable` when the session names no key, or one in a store that is not open here.
  public func stamper(of session: Session) throws(AuthError) -> KeyStoreStamper {
    guard let key = session.key else {
      throw AuthError(.keyUnavailable, "The session names no key; sign in again.", recovery: .signIn, provider: id)
    }
    return try KeyStoreStamper(key: key, in: services.keys)
  }

  private func goesToBackend(_ request: TransportRequest) -> Bool {
    guard let base = configuration.backendURL?.absoluteString else { return false }
    let url = request.url.absoluteString
    return url == base || url.hasPrefix(base + "/")
  }
}

/// A provider whose sessions can be renewed without the user.
///
/// The session engine calls it once however many callers wait, with the store's lock held, and stores what it gives.
public protocol SessionRefreshing: AuthProvider {
  /// Renews a session.
  ///
  /// - Parameters:
  ///   - session: the stored session.
  ///   - token: what the token provider gave after a `tokenRequired`; nil at the first call.
  /// - Throws: anything that keeps the session: `network`, `server_error`, `rate_limited`, `malformed_response`, ….
  ///   Only `.refused` ends it.
  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome
  /// Whether the engine renews the session when its time comes; where it does not, only `AuthClient.refresh()` does.
  func renewsAutomatically(_ session: Session) -> Bool
}

extension SessionRefreshing {
  /// Yes.
  public func renewsAutomatically(_ session: Session) -> Bool { true }
}

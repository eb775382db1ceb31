/// A provider whose sessions can be renewed without the user.
///
/// The session engine calls it once for all waiting callers, under the store's claim, and stores the result.
public protocol SessionRefreshing: AuthProvider {
  /// Renews a session.
  ///
  /// - Parameters:
  ///   - session: the stored session.
  ///   - token: the token that the token provider returned after a `tokenRequired`; nil in the first call.
  /// - Throws: errors after which the session stays: `network`, `server_error`, `rate_limited`, `malformed_response`,
  ///   …. Only `.refused` ends a session.
  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome
  /// Whether the engine renews the session when it is due; if not, only `AuthClient.refresh()` does.
  func renewsAutomatically(_ session: Session) -> Bool
  /// Returns how the server treats this session's refresh credential after its first use.
  func replay(of session: Session) -> CredentialReplay
}

extension SessionRefreshing {
  /// True.
  public func renewsAutomatically(_ session: Session) -> Bool { true }

  /// Returns `none`: without evidence, a used credential is not sent again after a host has crashed.
  public func replay(of session: Session) -> CredentialReplay { .none }
}

/// A provider whose sessions can be renewed without the user.
///
/// The session engine calls `refresh` once for all waiting callers, under the store's claim, and stores the result.
public protocol SessionRefreshing: AuthProvider {
  /// Renews a session.
  ///
  /// - Parameters:
  ///   - session: the stored session.
  ///   - token: the token that the token provider returned after `RefreshOutcome.tokenRequired`; nil in the first call.
  /// - Throws: any error after which the session is kept, such as `network`, `server_error`, `rate_limited` or
  ///   `malformed_response`. Only `RefreshOutcome.refused` ends a session.
  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome
  /// Whether the client renews the session before it expires. If not, the client renews it only for
  /// `AuthClient.refresh()`, and after a server has refused its credential for a request.
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

/// Manages many sessions, with one selected per provider. Sessions are renewed before they expire, once for all waiting
/// callers.
public protocol SessionManaging: Sendable {
  /// The selected session with a valid credential, renewed if necessary.
  ///
  /// - Parameter provider: the instance; nil for the configured provider, then its fallbacks.
  /// - Throws: `not_signed_in`; `session_expired` and `session_revoked` when the server refused to renew the session;
  ///   `reauthentication_required` when the vendor cannot renew the session (the record stays); `key_unavailable`; and
  ///   temporary errors, which leave the session stored: `network`, `server_error`, ….
  func session(provider: ProviderID?) async throws(AuthError) -> Session
  /// Renews the selected session now, even if its credential is valid. Throws the same errors as `session(provider:)`.
  func refresh(provider: ProviderID?) async throws(AuthError) -> Session
  /// The selected session as it is stored, without a network request. Its credential may have expired.
  func storedSession(provider: ProviderID?) async throws(AuthError) -> Session?
  /// Every stored session.
  func sessions() async throws(AuthError) -> [Session]
  /// Selects a stored session for its provider.
  func select(_ id: SessionID) async throws(AuthError)
  /// Signs out one stored session. If it cannot be revoked at the server now, the next start revokes it.
  func remove(_ id: SessionID) async throws(AuthError)
  /// Signs out: deletes the session here first, then revokes it at the server within a time limit.
  func signOut(_ options: SignOutOptions, provider: ProviderID?) async throws(AuthError) -> SignOutResult
  /// The current state, then every change.
  func states(provider: ProviderID?) -> SessionStates
  /// Why no user is signed in, according to the history; nil when the history contains no reason.
  func signOutExplanation(provider: ProviderID?) async throws(AuthError) -> SignOutExplanation?
}

extension SessionManaging {
  /// Nil: a session manager has no history by default.
  public func signOutExplanation(provider: ProviderID?) async throws(AuthError) -> SignOutExplanation? { nil }
  /// The configured provider's selected session.
  public func session() async throws(AuthError) -> Session { try await session(provider: nil) }
  /// Renews the configured provider's selected session now.
  @discardableResult
  public func refresh() async throws(AuthError) -> Session { try await refresh(provider: nil) }
  /// The configured provider's selected session as it is stored.
  public func storedSession() async throws(AuthError) -> Session? { try await storedSession(provider: nil) }
  /// Signs out the configured provider's selected session.
  @discardableResult
  public func signOut(_ options: SignOutOptions = SignOutOptions()) async throws(AuthError) -> SignOutResult {
    try await signOut(options, provider: nil)
  }
  /// The states of the configured provider.
  public var states: SessionStates { states(provider: nil) }
}

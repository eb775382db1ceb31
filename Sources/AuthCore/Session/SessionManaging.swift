/// Many sessions, one selected per provider; renewed before they run out, once however many callers wait.
public protocol SessionManaging: Sendable {
  /// The selected session with a credential that works: restored or renewed, never stale.
  ///
  /// - Parameter provider: whose; nil for the configured provider, then its fallbacks.
  /// - Throws: `not_signed_in`; `session_expired` and `session_revoked` when the server refused to renew it;
  ///   `reauthentication_required` from a vendor that cannot renew (the record stays); `key_unavailable`; and what
  ///   keeps a session but gives none now: `network`, `server_error`, ….
  func session(provider: ProviderID?) async throws(AuthError) -> Session
  /// Renews the selected session now.
  func refresh(provider: ProviderID?) async throws(AuthError) -> Session
  /// The selected session as it is stored, without network; its credential may have run out.
  func storedSession(provider: ProviderID?) async throws(AuthError) -> Session?
  /// Every stored session.
  func sessions() async throws(AuthError) -> [Session]
  /// Selects a stored session for its provider.
  func select(_ id: SessionID) async throws(AuthError)
  /// Signs one stored session out; where its server cannot be told now, the next start does it.
  func remove(_ id: SessionID) async throws(AuthError)
  /// Signs out: deletes here first, then revokes in a bounded time.
  func signOut(_ options: SignOutOptions, provider: ProviderID?) async throws(AuthError) -> SignOutResult
  /// How things stand, now and from now on.
  func states(provider: ProviderID?) -> SessionStates
  /// Why no user is signed in, as the history has it; nil where it has nothing to say.
  func signOutExplanation(provider: ProviderID?) async throws(AuthError) -> SignOutExplanation?
}

extension SessionManaging {
  /// Unknown.
  public func signOutExplanation(provider: ProviderID?) async throws(AuthError) -> SignOutExplanation? { nil }
  /// The configured provider's selected session.
  public func session() async throws(AuthError) -> Session { try await session(provider: nil) }
  /// Renews the configured provider's selected session now.
  @discardableResult
  public func refresh() async throws(AuthError) -> Session { try await refresh(provider: nil) }
  /// The configured provider's selected session as it is stored.
  public func storedSession() async throws(AuthError) -> Session? { try await storedSession(provider: nil) }
  /// Signs the configured provider's selected session out.
  @discardableResult
  public func signOut(_ options: SignOutOptions = SignOutOptions()) async throws(AuthError) -> SignOutResult {
    try await signOut(options, provider: nil)
  }
  /// How things stand with the configured provider.
  public var states: SessionStates { states(provider: nil) }
}

/// Manages many sessions, with one selected per provider. Sessions are renewed before they expire. All callers that
/// wait for the same renewal share its result.
public protocol SessionManaging: Sendable {
  /// The selected session with a valid credential, renewed if necessary.
  ///
  /// - Parameter provider: the instance; nil for the configured provider, then its fallbacks.
  /// - Throws: `not_signed_in`; `session_expired` and `session_revoked` when the server refused to renew the session;
  ///   `reauthentication_required` when the vendor cannot renew the session (the session stays stored); `renewal_lost`
  ///   when a host renewed the session and lost the new credential; `key_unavailable`; `token_required` if the renewal
  ///   needs a token of the app; temporary errors such as `network` and `server_error`, after which the session stays
  ///   stored; a storage code; `provider_not_linked` and `invalid_configuration`.
  func session(provider: ProviderID?) async throws(AuthError) -> Session
  /// Renews the selected session now, even if its credential is valid.
  ///
  /// - Parameter provider: the instance; nil for the configured provider, then its fallbacks.
  /// - Throws: the errors of `session(provider:)`.
  func refresh(provider: ProviderID?) async throws(AuthError) -> Session
  /// The selected session as it is stored, without a network request; nil if no user is signed in. Its credential may
  /// have expired.
  ///
  /// - Parameter provider: the instance; nil for the configured provider, then its fallbacks.
  /// - Throws: a storage code; `provider_not_linked` and `invalid_configuration`.
  func storedSession(provider: ProviderID?) async throws(AuthError) -> Session?
  /// Every stored session.
  ///
  /// - Throws: a storage code.
  func sessions() async throws(AuthError) -> [Session]
  /// Selects a stored session for its provider.
  ///
  /// - Throws: `not_signed_in` if there is no such session; `invalid_request` if it belongs to a tenant other than the
  ///   configured one; a storage code; `provider_not_linked` and `invalid_configuration`.
  func select(_ id: SessionID) async throws(AuthError)
  /// Signs out one stored session. If a temporary error prevents its revocation at the server, the next start revokes
  /// it.
  ///
  /// - Throws: the errors of `select(_:)`.
  func remove(_ id: SessionID) async throws(AuthError)
  /// Signs out: first deletes the sessions on this device, then revokes them at their servers within a time limit.
  ///
  /// - Parameters:
  ///   - options: which sessions end, what else is deleted, and how long the revocation may take.
  ///   - provider: the instance whose sessions end; nil for the configured provider, then its fallbacks, or for all
  ///     providers if the scope is `all`.
  /// - Throws: `not_signed_in` if there is no session to end, unless the scope is `all` or `forgetDevice` is set; a
  ///   storage code; `provider_not_linked` and `invalid_configuration`. An error of a server is not thrown; see
  ///   `SignOutResult.unrevoked`.
  func signOut(_ options: SignOutOptions, provider: ProviderID?) async throws(AuthError) -> SignOutResult
  /// The current state of the selected session, then every change.
  ///
  /// - Parameter provider: the instance; nil for the configured provider, then its fallbacks.
  func states(provider: ProviderID?) -> SessionStates
  /// Why no user is signed in, according to the history; nil when the history contains no reason.
  ///
  /// - Parameter provider: the instance; nil for the configured provider, then its fallbacks.
  /// - Throws: a storage code.
  func signOutExplanation(provider: ProviderID?) async throws(AuthError) -> SignOutExplanation?
}

extension SessionManaging {
  /// Nil: a session manager has no history by default.
  public func signOutExplanation(provider: ProviderID?) async throws(AuthError) -> SignOutExplanation? { nil }
  /// The selected session of the configured provider, then of its fallbacks.
  public func session() async throws(AuthError) -> Session { try await session(provider: nil) }
  /// Renews the session that `session()` returns, even if its credential is valid.
  @discardableResult
  public func refresh() async throws(AuthError) -> Session { try await refresh(provider: nil) }
  /// The selected session of the configured provider, then of its fallbacks, as it is stored.
  public func storedSession() async throws(AuthError) -> Session? { try await storedSession(provider: nil) }
  /// Signs out the session that `session()` returns, or with the scope `all` the sessions of all providers.
  @discardableResult
  public func signOut(_ options: SignOutOptions = SignOutOptions()) async throws(AuthError) -> SignOutResult {
    try await signOut(options, provider: nil)
  }
  /// The states of the session that `session()` returns.
  public var states: SessionStates { states(provider: nil) }
}

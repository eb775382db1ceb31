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
  /// Removes a stored session; whoever it belongs to is signed out here.
  func remove(_ id: SessionID) async throws(AuthError)
  /// Signs out: deletes here first, then revokes in a bounded time.
  func signOut(_ options: SignOutOptions, provider: ProviderID?) async throws(AuthError) -> SignOutResult
  /// How things stand, now and from now on.
  func states(provider: ProviderID?) -> SessionStates
}

extension SessionManaging {
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

/// How far a sign-out goes.
public struct SignOutOptions: Sendable, Hashable {
  /// Whose sessions end.
  public enum Scope: Sendable, Hashable {
    /// The selected one.
    case selected
    /// All that are stored, of every linked provider.
    case all
  }

  /// Whose sessions end.
  public var scope: Scope
  /// Whether device trust and push credentials go, too.
  public var forgetDevice: Bool
  /// How long the server may take to hear of it.
  public var revocationTimeout: Duration

  /// Options; by default the selected session, the device stays known, five seconds.
  public init(scope: Scope = .selected, forgetDevice: Bool = false, revocationTimeout: Duration = .seconds(5)) {
    self.scope = scope
    self.forgetDevice = forgetDevice
    self.revocationTimeout = revocationTimeout
  }
}

/// What a sign-out leaves to do.
public struct SignOutResult: Sendable {
  /// Pages to open, where a provider has a session of its own.
  public var redirects: [SignOutRedirect]
  /// Sessions that are gone here and that the server could not be told about, and why.
  public var unrevoked: [SessionID: AuthError]

  /// A result; nothing left to do by default.
  public init(redirects: [SignOutRedirect] = [], unrevoked: [SessionID: AuthError] = [:]) {
    self.redirects = redirects
    self.unrevoked = unrevoked
  }
}

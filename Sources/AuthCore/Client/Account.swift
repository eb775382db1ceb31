/// One stored session of a client. Its operations change no other session.
///
/// ```swift
/// for account in try await auth.accounts() { print(account.identifier ?? account.subject) }
/// let response = try await auth.account(id).send(request)
/// ```
///
/// An account is a value: its properties are as they were when the account was requested. Its operations use the
/// session as it is stored when they are called.
public struct Account: Sendable, Identifiable {
  /// The session's id.
  public let id: SessionID
  /// The provider instance of the session.
  public let providerID: ProviderID
  /// The tenant: the vendor's customer for which the session is valid.
  public let tenant: String
  /// The vendor's user id.
  public let subject: String
  /// The identifier that the user typed, such as an e-mail address or a phone number; nil if the user typed none.
  public let identifier: String?
  /// The user's display name; nil if the vendor provides none.
  public let displayName: String?
  /// The labels that the app gave to the session.
  public let tags: [String: String]
  /// Whether the session was selected for its provider when the account was requested.
  public let isSelected: Bool

  /// The text for a list: the user's name, or else the typed identifier, or else the vendor's user id.
  public var title: String { displayName ?? identifier ?? subject }

  let client: AuthClient

  init(_ session: Session, isSelected: Bool, client: AuthClient) {
    id = session.id
    providerID = session.providerID
    tenant = session.tenant
    subject = session.subject
    identifier = session.identifier
    displayName = session.displayName
    tags = session.tags
    self.isSelected = isSelected
    self.client = client
  }

  /// The session with a valid credential, which is renewed first if necessary.
  ///
  /// - Throws: `not_signed_in` if the session no longer exists or belongs to a tenant other than the configured one;
  ///   otherwise the errors of `AuthClient.session(provider:)`.
  public func session() async throws(AuthError) -> Session {
    let engine = try await client.engine(of: self)
    guard let session = try await engine.current() else { throw gone }
    return session
  }

  /// The session as it is stored; nil if it no longer exists, or belongs to a tenant other than the configured one. Its
  /// credential is not renewed and may have expired.
  ///
  /// - Throws: a storage code; `provider_not_linked` and `invalid_configuration` after a reload.
  public func storedSession() async throws(AuthError) -> Session? { try await client.engine(of: self).stored() }

  /// The session's access token. The session is renewed first if necessary.
  ///
  /// - Throws: `unsupported` if the session has no access token, and the errors of `session()`.
  public func token() async throws(AuthError) -> Secret {
    guard let token = try await session().tokens.access else {
      throw AuthError(
        .unsupported,
        "The session of '\(providerID)' has no access token. If the provider authorises requests, call `send` or "
          + "`authorize` instead.", provider: providerID)
    }
    return token
  }

  /// Renews the session now, even if its credential is still valid.
  ///
  /// - Throws: the errors of `session()`; `unsupported` if the provider cannot renew sessions.
  @discardableResult
  public func refresh() async throws(AuthError) -> Session { try await client.engine(of: self).refresh() }

  /// Renews the session unless it was renewed after `session` was read.
  ///
  /// - Throws: the errors of `refresh()`.
  package func refresh(after session: Session) async throws(AuthError) -> Session {
    try await client.engine(of: self).refresh(after: session)
  }

  /// Sends a request with the session's credential; see `AuthClient.send(_:session:)`.
  public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    try await client.send(request, by: client.engine(of: self))
  }

  /// Authorises a request without sending it; see `AuthClient.authorize(_:account:)`.
  public func authorize(_ request: TransportRequest) async throws(AuthError) -> TransportRequest {
    try await client.authorize(request, by: client.engine(of: self))
  }

  /// A sequence of the session's states: the current state, then every new state.
  ///
  /// - Throws: `provider_not_linked` and `invalid_configuration` after a reload.
  public func states() async throws(AuthError) -> SessionStates {
    let engine = try await client.engine(of: self)
    Task.detached { _ = try? await engine.stored() }
    return engine.states
  }

  /// Makes this session the selected session of its provider.
  ///
  /// - Throws: `not_signed_in` if the session no longer exists; the other errors of `AuthClient.select(_:)`.
  public func select() async throws(AuthError) { try await client.select(id) }

  /// Replaces all labels that the app gave to the session.
  ///
  /// - Returns: the account with the new labels.
  /// - Throws: `not_signed_in` if the session no longer exists; `invalid_request` if it belongs to a tenant other than
  ///   the configured one; `store_locked` and other storage codes.
  @discardableResult
  public func label(_ tags: [String: String]) async throws(AuthError) -> Account {
    let session = try await client.engine(of: self).label(id) { $0.tags = tags }
    return Account(session, isSelected: isSelected, client: client)
  }

  /// Replaces the values that the adapter keeps with the session (`Session.adapterValues`).
  ///
  /// - Throws: the errors of `label(_:)`.
  package func setAdapterValues(_ values: [String: String]) async throws(AuthError) {
    _ = try await client.engine(of: self).label(id) { $0.adapterValues = values }
  }

  /// Signs the session out: deletes it on this device, then revokes it at the server. Other accounts are not signed
  /// out. If this session was the selected one, no session of its provider is selected afterwards.
  ///
  /// - Parameter options: how far the sign-out goes. `scope` is ignored, because only this session ends.
  /// - Throws: the errors of `AuthClient.signOut(account:options:)`.
  @discardableResult
  public func signOut(_ options: SignOutOptions = SignOutOptions()) async throws(AuthError) -> SignOutResult {
    try await client.signOut(account: id, options: options)
  }

  /// Signs the session out and deletes its user's history, as `AuthClient.remove(_:)` does.
  ///
  /// - Throws: the errors of `AuthClient.remove(_:)`.
  public func remove() async throws(AuthError) { try await client.remove(id) }

  private var gone: AuthError {
    AuthError(
      .notSignedIn, "There is no stored session \(id) at the configured tenant. Sign in again.", provider: providerID)
  }
}

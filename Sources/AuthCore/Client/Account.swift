/// One stored session of a client. Its operations change no other session.
///
/// ```swift
/// for account in try await auth.accounts() { print(account.identifier ?? account.subject) }
/// let response = try await auth.account(id).send(request)
/// ```
///
/// An account is a value: its user data is as it was when the account was requested. Its operations use the session as
/// it is stored when they are called.
public struct Account: Sendable, Identifiable {
  /// The session's id.
  public let id: SessionID
  /// The provider instance of the session.
  public let providerID: ProviderID
  /// The tenant: the vendor's customer for which the session is valid.
  public let tenant: String
  /// The vendor's user id.
  public let subject: String
  /// The identifier that the user typed, such as an e-mail address or a phone number.
  public let identifier: String?
  /// The user's name for people.
  public let displayName: String?
  /// The app's own labels.
  public let tags: [String: String]
  /// Whether it is the selected session of its provider.
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

  /// The session with a valid credential.
  ///
  /// - Throws: as `AuthClient.session()` does; `not_signed_in` when the session no longer exists.
  public func session() async throws(AuthError) -> Session {
    let engine = try await client.engine(of: self)
    guard let session = try await engine.current() else { throw gone }
    return session
  }

  /// The stored session, read without a network request; nil when it no longer exists.
  public func storedSession() async throws(AuthError) -> Session? { try await client.engine(of: self).stored() }

  /// The token for the app's backend, renewed when due.
  ///
  /// - Throws: `unsupported` if sessions of this provider have no token, and the errors of `session()`.
  public func token() async throws(AuthError) -> Secret {
    guard let token = try await session().tokens.access else {
      throw AuthError(.unsupported, "The sessions of '\(providerID)' have no token.", provider: providerID)
    }
    return token
  }

  /// Renews the session now.
  @discardableResult
  public func refresh() async throws(AuthError) -> Session { try await client.engine(of: self).refresh() }

  /// Sends a request with the session's credential; see `AuthClient.send`.
  public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    try await client.send(request, by: client.engine(of: self))
  }

  /// Authorises a request without sending it; see `AuthClient.authorize`.
  public func authorize(_ request: TransportRequest) async throws(AuthError) -> TransportRequest {
    try await client.authorize(request, by: client.engine(of: self))
  }

  /// The current state of the session, then every change.
  public func states() async throws(AuthError) -> SessionStates {
    let engine = try await client.engine(of: self)
    Task.detached { _ = try? await engine.stored() }
    return engine.states
  }

  /// Selects the session for its provider.
  public func select() async throws(AuthError) { try await client.select(id) }

  /// Replaces the app's own labels of the session.
  ///
  /// - Returns: the account with the new labels.
  @discardableResult
  public func label(_ tags: [String: String]) async throws(AuthError) -> Account {
    let session = try await client.engine(of: self).label(id, tags)
    return Account(session, isSelected: isSelected, client: client)
  }

  /// Signs the session out: deletes it here, then tells its server. Other accounts and the selection stay as they are.
  ///
  /// - Parameter options: how far the sign-out goes; the scope is ignored.
  @discardableResult
  public func signOut(_ options: SignOutOptions = SignOutOptions()) async throws(AuthError) -> SignOutResult {
    try await client.signOut(account: id, options: options)
  }

  /// Signs the session out. If the server cannot be told now, the next start tells it.
  public func remove() async throws(AuthError) { try await client.remove(id) }

  private var gone: AuthError {
    AuthError(.notSignedIn, "There is no stored session \(id).", provider: providerID)
  }
}

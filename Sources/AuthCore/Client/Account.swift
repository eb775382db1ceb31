/// One stored session of a client. Its operations change no other session, selected or not.
///
/// ```swift
/// for account in try await auth.accounts() { print(account.identifier ?? account.subject) }
/// let response = try await auth.account(id).send(request)
/// ```
///
/// A value: what it says of the user is as it was when it was asked for; what it does is done with the session of that
/// identity as it is then.
public struct Account: Sendable, Identifiable {
  /// The session's identity.
  public let id: SessionID
  /// The provider instance that it is of.
  public let providerID: ProviderID
  /// Where it is valid.
  public let tenant: String
  /// The vendor's user id.
  public let subject: String
  /// What the user typed: e-mail address, phone number.
  public let identifier: String?
  /// The user's name for people.
  public let displayName: String?
  /// The app's own labels.
  public let tags: [String: String]
  /// Whether it is the selected one of its provider.
  public let isSelected: Bool

  /// What to call it in a list: the user's name, else what they typed, else the vendor's user id.
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

  /// Its session with a credential that works.
  ///
  /// - Throws: as `AuthClient.session()` does; `not_signed_in` when it is gone.
  public func session() async throws(AuthError) -> Session {
    let engine = try await client.engine(of: self)
    guard let session = try await engine.current() else { throw gone }
    return session
  }

  /// Its session as it is stored, without network; nil when it is gone.
  public func storedSession() async throws(AuthError) -> Session? { try await client.engine(of: self).stored() }

  /// The token that the app's backend receives, renewed when due.
  ///
  /// - Throws: `unsupported` where its sessions have none, and what `session()` throws.
  public func token() async throws(AuthError) -> Secret {
    guard let token = try await session().tokens.access else {
      throw AuthError(.unsupported, "The sessions of '\(providerID)' have no token.", provider: providerID)
    }
    return token
  }

  /// Renews it now.
  @discardableResult
  public func refresh() async throws(AuthError) -> Session { try await client.engine(of: self).refresh() }

  /// Sends a request with its authority; see `AuthClient.send`.
  public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    try await client.send(request, by: client.engine(of: self))
  }

  /// The request with its authority, without sending it; see `AuthClient.authorize`.
  public func authorize(_ request: TransportRequest) async throws(AuthError) -> TransportRequest {
    try await client.authorize(request, by: client.engine(of: self))
  }

  /// How things stand with it, now and from now on.
  public func states() async throws(AuthError) -> SessionStates {
    let engine = try await client.engine(of: self)
    Task.detached { _ = try? await engine.stored() }
    return engine.states
  }

  /// Makes it the selected one of its provider.
  public func select() async throws(AuthError) { try await client.select(id) }

  /// Gives it the app's own labels, in the place of those that it has.
  ///
  /// - Returns: the account with them.
  @discardableResult
  public func label(_ tags: [String: String]) async throws(AuthError) -> Account {
    let session = try await client.engine(of: self).label(id, tags)
    return Account(session, isSelected: isSelected, client: client)
  }

  /// Signs it out: deletes it here, then tells its server. Other accounts stay, and which one is selected, too.
  ///
  /// - Parameter options: how far; their scope does not count.
  @discardableResult
  public func signOut(_ options: SignOutOptions = SignOutOptions()) async throws(AuthError) -> SignOutResult {
    try await client.signOut(account: id, options: options)
  }

  /// Signs it out; where the server cannot be told now, the next start does it.
  public func remove() async throws(AuthError) { try await client.remove(id) }

  private var gone: AuthError {
    AuthError(.notSignedIn, "There is no stored session \(id).", provider: providerID)
  }
}

/// Keeps sessions and which of them is selected for each provider.
///
/// A store that is killed at any point has the old state or the new one. It never decides that a session has ended:
/// a record that cannot be read is an error (`store_corrupt`, `store_version`, `store_permissions`), never "nothing".
public protocol SessionStore: Sendable {
  /// The session, or nil when none has that id.
  func load(_ id: SessionID) async throws(AuthError) -> Session?
  /// Every session, in no particular order.
  func list() async throws(AuthError) -> [Session]
  /// Writes a session over the one with the same id.
  ///
  /// - Parameters:
  ///   - session: the session, which is written completely.
  ///   - generation: what the stored session's `generation` must be for the write to happen; nil writes
  ///     over any generation.
  /// - Returns: whether it was written.
  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool
  /// Deletes a session. Does nothing if the session does not exist.
  func delete(_ id: SessionID) async throws(AuthError)
  /// Deletes a session that is stored exactly so, and deselects it.
  ///
  /// - Returns: what is stored under its identity after that; nil if nothing is.
  func deleteIfUnchanged(_ session: Session) async throws(AuthError) -> Session?
  /// Deletes a session: no renewal is committed between the note and the deletion.
  ///
  /// - Parameters:
  ///   - id: which session.
  ///   - note: called with what is about to be deleted, possibly more than once. Nil means that there is no such session,
  ///     or that its record cannot be read.
  /// - Returns: what was stored last.
  func take(
    _ id: SessionID, noting note: @Sendable (Session?) async throws(AuthError) -> Void
  ) async throws(AuthError) -> Session?
  /// The sessions of the user of this session, with the same provider and tenant, except the session itself.
  ///
  /// - Throws: a storage code when the store as a whole cannot be read.
  func sessions(besides session: Session) async throws(AuthError) -> [Session]
  /// Which session is selected for a provider.
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID?
  /// Selects a session for a provider, or none.
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError)
  /// Notes durably that a session's credential is about to be exchanged for a new one. A note without a later
  /// generation means that the response may have been lost.
  ///
  /// A store on a disk reserves the space that the renewed session will need, so a full disk is reported before the
  /// credential is used. Stores that end with the process need no note.
  func noteRenewal(of session: Session) async throws(AuthError)
  /// Whether a renewal of this generation was noted a short while ago and its end was never stored. It is then tried
  /// again while the server may still return the same response.
  func hasUnfinishedRenewal(of session: Session) async throws(AuthError) -> Bool
  /// Every session that can be read, in no particular order, and why others cannot: one damaged record hides no other.
  ///
  /// - Throws: a storage code when the store as a whole cannot be read.
  func inventory() async throws(AuthError) -> StoredSessions
  /// Counts the changes of the store by any process; nil if the store cannot count them. Must be cheap: every
  /// request reads it.
  var revision: UInt64? { get }
  /// The same for one session, where the store can tell; otherwise the count of all.
  func revision(of id: SessionID) -> UInt64?
  /// An element after changes, by any process; nil where the store cannot say. Ends when its reader goes.
  var changes: AsyncStream<Void>? { get }
  /// Runs `body` while no other caller, in this process or another, holds the lock of that name.
  ///
  /// - Throws: `store_locked` when the lock is not released in time, else what `body` throws.
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result
}

extension SessionStore {
  /// Writes a session over any stored generation.
  public func save(_ session: Session) async throws(AuthError) {
    try await save(session, replacing: nil)
  }

  /// Nothing.
  public func noteRenewal(of session: Session) async throws(AuthError) {}

  /// The result of `list`.
  public func inventory() async throws(AuthError) -> StoredSessions { StoredSessions(try await list()) }

  /// Searches the result of `inventory`. Compared by bytes, because texts that look alike can name different users.
  public func sessions(besides session: Session) async throws(AuthError) -> [Session] {
    try await inventory().sessions.filter { other in
      other.id != session.id && other.providerID == session.providerID
        && other.tenant.utf8.elementsEqual(session.tenant.utf8)
        && other.subject.utf8.elementsEqual(session.subject.utf8)
    }
  }

  /// Unknown.
  public var revision: UInt64? { nil }

  /// The count of all sessions.
  public func revision(of id: SessionID) -> UInt64? { revision }

  /// Unknown.
  public var changes: AsyncStream<Void>? { nil }

  /// Never.
  public func hasUnfinishedRenewal(of session: Session) async throws(AuthError) -> Bool { false }
}

/// A store of sessions, and of the selection of one session for each provider.
///
/// If the process is killed at any point, the store contains the old state or the new one. A store never treats a
/// record that cannot be read as a missing session: it throws `store_corrupt`, `store_version` or `store_permissions`.
public protocol SessionStore: Sendable {
  /// Returns the session; nil if no session has that id.
  func load(_ id: SessionID) async throws(AuthError) -> Session?
  /// Returns every session, in no particular order.
  func list() async throws(AuthError) -> [Session]
  /// Stores a session, and replaces a stored session with the same id.
  ///
  /// - Parameters:
  ///   - session: the session, which is written completely.
  ///   - generation: the generation that the stored session must have, so that it is replaced; nil replaces any
  ///     generation.
  /// - Returns: whether the session was written.
  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool
  /// Deletes a session. Does nothing if the session does not exist.
  func delete(_ id: SessionID) async throws(AuthError)
  /// Deletes and deselects a session if the stored session is equal to it.
  ///
  /// - Returns: the session that is stored under this id afterwards; nil if there is none.
  func deleteIfUnchanged(_ session: Session) async throws(AuthError) -> Session?
  /// Deletes a session. No renewal is committed between the call of `note` and the deletion.
  ///
  /// - Parameters:
  ///   - id: the session's id.
  ///   - note: called with the session that is about to be deleted, possibly more than once. Nil means that there is no
  ///     such session, or that its record cannot be read.
  /// - Returns: the session as it was stored last.
  func take(
    _ id: SessionID, noting note: @Sendable (Session?) async throws(AuthError) -> Void
  ) async throws(AuthError) -> Session?
  /// Returns the sessions of the user of this session, with the same provider and tenant, except the session itself.
  ///
  /// - Throws: a storage code when the store as a whole cannot be read.
  func sessions(besides session: Session) async throws(AuthError) -> [Session]
  /// Returns the id of the session that is selected for a provider; nil if none is.
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID?
  /// Selects a session for a provider; nil deselects.
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError)
  /// Notes durably that a session's credential is about to be exchanged for a new one. A note without a later
  /// generation means that the response may have been lost.
  ///
  /// A store on a disk reserves the space that the renewed session will need, so a full disk is reported before the
  /// credential is used. Stores that end with the process need no note.
  func noteRenewal(of session: Session) async throws(AuthError)
  /// Whether a renewal of this generation was noted a short while ago and its result was never stored. The renewal is
  /// then tried again while the server may still return the same response.
  func hasUnfinishedRenewal(of session: Session) async throws(AuthError) -> Bool
  /// Returns every session that can be read, in no particular order, and the reasons why others cannot be read. A
  /// damaged record hides no other.
  ///
  /// - Throws: a storage code when the store as a whole cannot be read.
  func inventory() async throws(AuthError) -> StoredSessions
  /// The number of changes of the store by any process; nil if the store cannot count them. It must be cheap, because
  /// every request reads it.
  var revision: UInt64? { get }
  /// Returns the number of changes of one session; `revision` if the store counts only all changes.
  func revision(of id: SessionID) -> UInt64?
  /// A stream with an element after changes by any process; nil if the store does not report changes. The stream ends
  /// when its reader is released.
  var changes: AsyncStream<Void>? { get }
  /// Runs `body` while no other caller, in this process or another, holds the lock `name`.
  ///
  /// - Throws: `store_locked` when the lock is not released in time; otherwise the error of `body`.
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result
}

extension SessionStore {
  /// Writes a session over any stored generation.
  public func save(_ session: Session) async throws(AuthError) {
    try await save(session, replacing: nil)
  }

  /// Does nothing.
  public func noteRenewal(of session: Session) async throws(AuthError) {}

  /// Returns the sessions of `list`.
  public func inventory() async throws(AuthError) -> StoredSessions { StoredSessions(try await list()) }

  /// Searches the result of `inventory`. Names are compared by bytes, because texts that look alike can name different
  /// users.
  public func sessions(besides session: Session) async throws(AuthError) -> [Session] {
    try await inventory().sessions.filter { other in
      other.id != session.id && other.providerID == session.providerID
        && other.tenant.utf8.elementsEqual(session.tenant.utf8)
        && other.subject.utf8.elementsEqual(session.subject.utf8)
    }
  }

  /// nil: the store does not count changes.
  public var revision: UInt64? { nil }

  /// Returns `revision`, which counts the changes of all sessions.
  public func revision(of id: SessionID) -> UInt64? { revision }

  /// nil: the store does not report changes.
  public var changes: AsyncStream<Void>? { nil }

  /// Returns false: the store keeps no notes of renewals.
  public func hasUnfinishedRenewal(of session: Session) async throws(AuthError) -> Bool { false }
}

/// A store of sessions, and of the selection of one session for each provider.
///
/// If the process is killed at any point, the store contains the old state or the new one. A store never treats a
/// record that cannot be read as a missing session: it throws `store_corrupt`, `store_version` or `store_permissions`.
public protocol SessionStore: Sendable {
  /// Returns the session; nil if no session has that id.
  ///
  /// - Throws: a storage code if the session cannot be read.
  func load(_ id: SessionID) async throws(AuthError) -> Session?
  /// Returns every session, in no particular order.
  ///
  /// - Throws: a storage code if one of the sessions cannot be read.
  func list() async throws(AuthError) -> [Session]
  /// Stores a session. A stored session with the same id is replaced if it has the given generation.
  ///
  /// - Parameters:
  ///   - session: the session, which is written completely.
  ///   - generation: the generation that the stored session must have; nil replaces a session of any generation, or
  ///     stores a new one.
  /// - Returns: whether the session was written. It is false if the stored session has another generation or does not
  ///   exist.
  /// - Throws: a storage code.
  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool
  /// Deletes a session, even if it cannot be read. Does nothing if the session does not exist. The selection does not
  /// change.
  ///
  /// - Throws: a storage code.
  func delete(_ id: SessionID) async throws(AuthError)
  /// Deletes and deselects a session if the stored session is equal to it.
  ///
  /// - Returns: the session that is stored under the same id afterwards; nil if no session is stored.
  /// - Throws: a storage code.
  func deleteIfUnchanged(_ session: Session) async throws(AuthError) -> Session?
  /// Deletes a session, even if it cannot be read. No renewal is committed between the call of `note` and the deletion.
  ///
  /// - Parameters:
  ///   - id: the session's id.
  ///   - note: called with the session that is about to be deleted, possibly more than once. Nil means that there is no
  ///     such session, or that its record cannot be read.
  /// - Returns: the session as it was stored last; nil in the cases in which `note` receives nil.
  /// - Throws: the error of `note`, after which nothing is deleted; or a storage code.
  func take(
    _ id: SessionID, noting note: @Sendable (Session?) async throws(AuthError) -> Void
  ) async throws(AuthError) -> Session?
  /// Returns the other sessions with the user, provider and tenant of `session`. Sessions that cannot be read are
  /// skipped.
  ///
  /// - Throws: a storage code when the store as a whole cannot be read.
  func sessions(besides session: Session) async throws(AuthError) -> [Session]
  /// Returns the id of the session that is selected for a provider; nil if no session is selected.
  ///
  /// - Throws: a storage code if the selection cannot be read.
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID?
  /// Selects a session for a provider; nil deselects the selected session.
  ///
  /// - Throws: a storage code.
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError)
  /// Notes durably that a session's credential is about to be exchanged for a new one. If a note exists and no later
  /// generation is stored, the response may have been lost.
  ///
  /// A store on a disk reserves the space that the renewed session will need, so a full disk is reported before the
  /// credential is used. A store in memory needs no note, because its sessions end with the process.
  ///
  /// - Throws: `store_full` if there is too little space for the renewed session, or another storage code.
  func noteRenewal(of session: Session) async throws(AuthError)
  /// Returns whether a renewal of the session's generation was noted within the last few minutes and its result has not
  /// been stored. The engine then repeats the renewal, while the server may still return the same response.
  ///
  /// - Throws: a storage code if the note cannot be read.
  func hasUnfinishedRenewal(of session: Session) async throws(AuthError) -> Bool
  /// Returns every session that can be read, in no particular order, and an error for each session that cannot be read.
  ///
  /// - Throws: a storage code when the store as a whole cannot be read.
  func inventory() async throws(AuthError) -> StoredSessions
  /// The number of changes of the store by any process; nil if the store cannot count them. Reading this property must
  /// be cheap, because the engine does so for every request.
  var revision: UInt64? { get }
  /// Returns the number of changes of one session. A store that does not count by session returns `revision`.
  func revision(of id: SessionID) -> UInt64?
  /// A stream that delivers one element after one or more changes by any process; nil if the store does not report
  /// changes. Each read of this property returns a new stream.
  var changes: AsyncStream<Void>? { get }
  /// Runs `body` while no other caller, in this process or another, holds the lock `name`.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled while it waits,
  ///   or the error of `body`.
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result
}

extension SessionStore {
  /// Stores a session, and replaces a stored session with the same id.
  ///
  /// - Throws: a storage code.
  public func save(_ session: Session) async throws(AuthError) {
    try await save(session, replacing: nil)
  }

  /// Does nothing: by default, a store does not keep notes of renewals.
  public func noteRenewal(of session: Session) async throws(AuthError) {}

  /// Returns the sessions of `list()`. By default, one session that cannot be read makes the whole call fail.
  public func inventory() async throws(AuthError) -> StoredSessions { StoredSessions(try await list()) }

  /// Searches the sessions of `inventory()`. Tenants and users are compared by bytes, because strings that are equal in
  /// Swift can be the ids of different users.
  public func sessions(besides session: Session) async throws(AuthError) -> [Session] {
    try await inventory().sessions.filter { other in
      other.id != session.id && other.providerID == session.providerID
        && other.tenant.utf8.elementsEqual(session.tenant.utf8)
        && other.subject.utf8.elementsEqual(session.subject.utf8)
    }
  }

  /// Nil: by default, a store does not count changes.
  public var revision: UInt64? { nil }

  /// Returns `revision`, which counts the changes of all sessions.
  public func revision(of id: SessionID) -> UInt64? { revision }

  /// Nil: by default, a store does not report changes.
  public var changes: AsyncStream<Void>? { nil }

  /// Returns false: by default, a store does not keep notes of renewals.
  public func hasUnfinishedRenewal(of session: Session) async throws(AuthError) -> Bool { false }
}

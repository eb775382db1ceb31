public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sessions in sealed files, one file per session. A separate record for each provider contains the id of the selected
/// session.
public struct FileSessionStore: LockClaiming {
  private static let store = "sessions"
  private static let selections = "selections"
  private static let renewals = "renewals"
  private let storage: FileStorage
  /// The locks that claims of renewals hold. The kernel releases these locks when the process that holds them ends.
  public let renewalLocks = RenewalLocks()

  /// Creates the session store of a directory.
  public init(_ storage: FileStorage) { self.storage = storage }

  /// Returns the session with an id, or nil if no session has that id.
  ///
  /// - Throws: a storage code if the session cannot be read.
  public func load(_ id: SessionID) async throws(AuthError) -> Session? {
    try session(id, in: try storage.read(Self.store, id.rawValue))
  }

  private func session(_ id: SessionID, in record: SealedRecord?) throws(AuthError) -> Session? {
    guard let record else { return nil }
    return try record.decoded { (value) throws(AuthError) in
      let session = try SessionRecord.decode(value)
      guard session.id == id else {
        throw AuthError(.storeCorrupt, "The session id in this file does not match the file's name.")
      }
      return session
    }
  }

  /// Returns every session, in no particular order.
  ///
  /// - Throws: a storage code if one of the sessions cannot be read.
  public func list() async throws(AuthError) -> [Session] {
    var sessions: [Session] = []
    for record in try storage.list(Self.store) { sessions.append(try record.decoded(by: SessionRecord.decode)) }
    return sessions
  }

  /// Returns every readable session, and the errors of the other sessions.
  ///
  /// - Throws: a storage code if the directory or its key file cannot be read.
  public func inventory() async throws(AuthError) -> StoredSessions {
    var stored = StoredSessions([])
    for record in try storage.examineAll(Self.store) {
      do throws(AuthError) {
        stored.sessions.append(try record.get().decoded(by: SessionRecord.decode))
      } catch {
        stored.unreadable.append(error)
      }
    }
    return stored
  }

  /// A count that grows with every write by any process; nil while the directory cannot be watched.
  public var revision: UInt64? { storage.watch.revision }

  /// A stream with one element after one or more writes by any process; nil while the directory cannot be watched.
  public var changes: AsyncStream<Void>? { storage.watch.changes() }

  /// Writes a session if the stored session still has this generation; nil creates the session, or replaces a session
  /// of any generation.
  ///
  /// - Returns: false if the stored session has another generation or does not exist.
  /// - Throws: a storage code, for example if the stored session cannot be read: an unreadable session is never
  ///   overwritten.
  @discardableResult
  public func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    do throws(AuthError) {
      return try await write(session, replacing: generation)
    } catch {
      // The note of the session's renewal reserves the space that this write needs (see `noteRenewal`). Removing the
      // note frees that space.
      guard error.code == .storeFull, try await removeNote(of: session.id) else { throw error }
      return try await write(session, replacing: generation)
    }
  }

  private func write(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    let place = try storage.placeForWriting(Self.store, session.id.rawValue)
    return try await storage.withWriteLock(at: place) { (root) async throws(AuthError) in
      let stored = try self.session(session.id, in: try storage.read(place, in: root))
      if let generation, stored?.generation != generation {
        // The caller relies on the other generation, for example by removing its own from the outbox.
        try storage.synchronise(place, in: root)
        return false
      }
      let record = SealedRecord(value: SessionRecord.encode(session), generation: session.generation)
      try storage.write(record, at: place, in: root)
      return true
    }
  }

  /// Deletes a session. A session that cannot be read is moved to the quarantine. The selection does not change.
  ///
  /// - Throws: a storage code.
  public func delete(_ id: SessionID) async throws(AuthError) {
    guard let place = try storage.place(Self.store, id.rawValue) else { return }
    try await storage.withWriteLock(at: place) { (root) async throws(AuthError) in
      _ = try storage.remove(place, in: root)
    }
    try await removeNote(of: id)
  }

  /// Returns the id of the session that is selected for a provider, or nil.
  ///
  /// - Throws: a storage code if the selection cannot be read.
  public func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try storage.read(Self.selections, provider.rawValue).map { SessionID($0.value.revealText()) }
  }

  /// Selects a session for a provider; nil clears the selection. An unreadable selection is moved to the quarantine
  /// before it is replaced.
  ///
  /// - Throws: a storage code.
  public func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    let place = try storage.placeForWriting(Self.selections, provider.rawValue)
    try await storage.withWriteLock(at: place) { (root) async throws(AuthError) in
      guard let id else {
        _ = try storage.remove(place, in: root)
        return
      }
      if case .failure = try storage.examine(place, in: root) { _ = try storage.quarantine(place, in: root) }
      try storage.write(SealedRecord(value: Secret(id.rawValue), generation: 1), at: place, in: root)
    }
  }

  /// Notes that the renewal of a session has begun. The note is a record that is larger than the session, so that it
  /// reserves the space for the renewed session. The space in the manifest is also reserved.
  ///
  /// - Throws: `store_full` if the disk has too little space, or another storage code.
  public func noteRenewal(of session: Session) async throws(AuthError) {
    let place = try storage.placeForWriting(Self.renewals, session.id.rawValue)
    let time = LengthPrefixed.bigEndian(UInt64(max(0, storage.clock.now().timeIntervalSince1970)))
    let room = storage.random.bytes(SessionRecord.encode(session).count + 1024)
    try await storage.withWriteLock(at: place) { (root) throws(AuthError) in
      try storage.write(SealedRecord(value: Secret(time + room), generation: session.generation), at: place, in: root)
      try storage.reserve(place, in: root)
    }
    guard storage.hasManifest else { return }
    let sessionPlace = try storage.placeForWriting(Self.store, session.id.rawValue)
    try await storage.withWriteLock(at: sessionPlace) { (root) throws(AuthError) in
      try storage.reserve(sessionPlace, in: root)
    }
  }

  /// Returns whether a renewal of this generation began within the last five minutes and its result was not stored. An
  /// unreadable note counts as no note.
  ///
  /// - Throws: a storage code if the directory or its key file cannot be read.
  public func hasUnfinishedRenewal(of session: Session) async throws(AuthError) -> Bool {
    guard case .success(let note?) = try storage.examine(Self.renewals, session.id.rawValue),
      note.generation == session.generation
    else { return false }
    let time = note.value.withBytes { LengthPrefixed.number($0.prefix(8), as: UInt64.self) }
    return abs(storage.clock.now().timeIntervalSince1970 - Double(time)) < Self.graceLimit
  }

  /// The time in seconds after which this store assumes that servers no longer return the same response for a
  /// credential that was already used.
  private static let graceLimit: Double = 300

  @discardableResult
  private func removeNote(of id: SessionID) async throws(AuthError) -> Bool {
    guard let place = try storage.place(Self.renewals, id.rawValue) else { return false }
    return try await storage.withWriteLock(at: place) { (root) throws(AuthError) in
      try storage.remove(place, in: root)
    }
  }

  /// Runs `body` while no other caller, in this process or another, holds the lock of that name.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled while it waits,
  ///   another storage code, or the error of `body`.
  public func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await storage.withNamedLock(Self.store, on: name, body)
  }
}

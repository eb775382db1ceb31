public import AuthCore
import AuthStorage

/// Sessions in a PostgreSQL database that several hosts share.
///
/// Each call is one short transaction or a few short transactions. No connection and no lock is held during a request
/// to the vendor: a renewal claims the session's row with a lease (`PostgresSessionStore+Claims`).
public struct PostgresSessionStore: SessionStore {
  let place: PostgresPlace
  let statements: SessionStatements
  let rows: SessionRows
  let active: ActiveClaims
  let published: PublishedRenewals
  private let locks: PostgresLocks
  private let selections: PostgresSeal

  init(_ place: PostgresPlace) {
    self.place = place
    statements = SessionStatements(place.schema)
    rows = SessionRows(place)
    active = ActiveClaims()
    published = PublishedRenewals()
    locks = PostgresLocks(place)
    selections = place.seal("selection")
  }

  /// The schema of the tables: its state and its migrations.
  public var schema: PostgresSchema { PostgresSchema(place.schema, in: place.database) }

  /// Checks that this host can open the data keys. A database without data keys passes the check, because the first
  /// host that uses the keys generates them.
  ///
  /// - Throws: `key_unavailable` if this host cannot open the keys, or another storage code.
  public func checkKeys() async throws(AuthError) { try await place.vault.check() }

  /// Checks the connection to the server of `notifyURL`. Without `notifyURL`, the call does nothing.
  ///
  /// - Throws: `store_unavailable` if the server does not respond, `invalid_configuration` for a wrong URL or a missing
  ///   libpq.
  public func checkNotifications() async throws(AuthError) { try await place.changes.checkListener() }

  var database: PostgresDatabase { place.database }

  /// Reads the row of a session and opens it; returns nil if the row does not exist.
  func stored(_ id: SessionID) async throws(AuthError) -> SessionRows.Stored? {
    let values: [PostgresValue] = [.bytes(try await rows.name(id))]
    guard let row = try await database.run(statements.load, values, to: "read a session").first else { return nil }
    place.clock.answered(row.number(5))
    return try await published.newest(try await rows.open(row), in: self)
  }

  /// Returns the session with an id, or nil if no session has that id.
  ///
  /// - Throws: a storage code if the session cannot be read.
  public func load(_ id: SessionID) async throws(AuthError) -> Session? { try await stored(id)?.session }

  /// Returns every session, in no particular order.
  ///
  /// - Throws: a storage code if one of the sessions cannot be read.
  public func list() async throws(AuthError) -> [Session] {
    let inventory = try await inventory()
    if let error = inventory.unreadable.first { throw error }
    return inventory.sessions
  }

  /// Returns every readable session, and the errors of the other sessions.
  ///
  /// - Throws: a storage code if the table cannot be read.
  public func inventory() async throws(AuthError) -> StoredSessions {
    var stored = StoredSessions([])
    for row in try await database.run(statements.list, to: "list the sessions", within: .seconds(60)).all {
      do throws(AuthError) {
        stored.sessions.append(try await rows.open(row).session)
      } catch {
        guard error.isUnreadableRecord else { throw error }
        stored.unreadable.append(error)
      }
    }
    return stored
  }

  /// Returns the other sessions of the same user, with a lookup in an index. Sessions that cannot be read are omitted.
  ///
  /// - Throws: a storage code if the table cannot be read.
  public func sessions(besides session: Session) async throws(AuthError) -> [Session] {
    let values: [PostgresValue] = [
      .bytes(try await rows.subject(session)), .bytes(try await rows.name(session.id)),
    ]
    var found: [Session] = []
    for row in try await database.run(statements.ofSubject, values, to: "list a user's sessions").all {
      do throws(AuthError) {
        found.append(try await rows.open(row).session)
      } catch where error.isUnreadableRecord {
        continue
      }
    }
    return found
  }

  /// Writes a session if the stored session still has this generation; nil creates the session, or replaces a session
  /// of any generation.
  ///
  /// - Returns: false if the stored session has another generation or does not exist.
  /// - Throws: a storage code; `store_locked` if a lock that this task held was lost.
  @discardableResult
  public func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    let values = try await rows.values(session)
    var arguments: [PostgresValue] = [
      .bytes(values.name), .bytes(values.tenant), .bytes(values.subject), .bytes(values.sealed.record),
      .bytes(values.sealed.keyID), .counter(session.generation),
    ]
    if let generation { arguments.append(.counter(generation)) }
    let statement = generation == nil ? statements.save : statements.replace
    let isWritten = try await !database.run(statement, arguments + LockFence.values, to: "save a session").isEmpty
    if !isWritten { try await LockFence.check(in: place) }
    guard isWritten else { return false }
    // Without a generation, the session is from a new sign-in with the same id, so the earlier session's published
    // renewal must not be stored again. With a generation, `newest` compares the generations.
    if generation == nil { published.forget(session.id) }
    place.changes.wrote(values.name)
    return isWritten
  }

  /// Deletes a session, even if it cannot be read. The selection does not change.
  ///
  /// - Throws: a storage code; `store_locked` if a lock that this task held was lost.
  public func delete(_ id: SessionID) async throws(AuthError) {
    let name = try await rows.name(id)
    let values = [.bytes(name)] + LockFence.values
    let isDeleted = try await !database.run(statements.delete, values, to: "delete a session").isEmpty
    if !isDeleted { try await LockFence.check(in: place) }
    published.forget(id)
    if isDeleted { place.changes.wrote(name) }
  }

  /// Deletes a session if the stored session is equal to `session`, and clears the selection of the session.
  ///
  /// - Returns: the stored session if it is not equal to `session` and was kept; nil if no session is stored under the
  ///   id of `session` any more.
  /// - Throws: a storage code.
  public func deleteIfUnchanged(_ session: Session) async throws(AuthError) -> Session? {
    while true {
      guard let stored = try await stored(session.id) else { break }
      guard stored.session == session else { return stored.session }
      if try await delete(session.id, version: stored.version) { break }
    }
    try await deselect(session.id, of: session.providerID)
    return nil
  }

  /// Deletes a session in the version that was last passed to `note`. If the session changes after the call of `note`,
  /// `note` is called again with the new version.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - note: called before the deletion with the session, or with nil if the session does not exist or cannot be
  ///     read.
  /// - Returns: the deleted session; nil if the session did not exist or could not be read.
  /// - Throws: a storage code, or the error of `note`.
  public func take(
    _ id: SessionID, noting note: @Sendable (Session?) async throws(AuthError) -> Void
  ) async throws(AuthError) -> Session? {
    while true {
      var last: SessionRows.Stored?
      do throws(AuthError) {
        last = try await stored(id)
      } catch where error.isUnreadableRecord {
        try await note(nil)
        try await delete(id)
        return nil
      }
      try await note(last?.session)
      guard let found = last else { return nil }
      if try await delete(id, version: found.version) { return found.session }
    }
  }

  private func delete(_ id: SessionID, version: UInt64) async throws(AuthError) -> Bool {
    let name = try await rows.name(id)
    let values: [PostgresValue] = [.bytes(name), .counter(version)]
    guard try await !database.run(statements.deleteVersion, values, to: "delete a session").isEmpty else {
      return false
    }
    published.forget(id)
    place.changes.wrote(name)
    return true
  }

  /// Returns the id of the session that is selected for a provider, or nil.
  ///
  /// - Throws: a storage code if the selection cannot be read.
  public func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await selected(for: provider)?.id
  }

  private func selected(for provider: ProviderID) async throws(AuthError) -> (id: SessionID, version: UInt64)? {
    let name = try await selections.name(provider.rawValue)
    guard let row = try await database.run(statements.selection, [.bytes(name)], to: "read a selection").first else {
      return nil
    }
    let record = try await selections.open(row.bytes(0), at: name)
    return (SessionID(record.value.revealText()), row.counter(1))
  }

  /// Selects a session for a provider; nil clears the selection.
  ///
  /// - Throws: a storage code; `store_locked` if a lock that this task held was lost.
  public func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    let name = try await selections.name(provider.rawValue)
    let isWritten: Bool
    if let id {
      let sealed = try await selections.seal(Secret(id.rawValue), generation: 1, at: name)
      let values: [PostgresValue] = [.bytes(name), .bytes(sealed.record), .bytes(sealed.keyID)]
      isWritten = try await !database.run(statements.select, values + LockFence.values, to: "select a session").isEmpty
      if !isWritten { try await LockFence.check(in: place) }
    } else {
      let values: [PostgresValue] = [.bytes(name), .null]
      isWritten = try await !database.run(statements.deselect, values + LockFence.values, to: "clear a selection")
        .isEmpty
      if !isWritten { try await LockFence.check(in: place) }
    }
    if isWritten { place.changes.wrote(name) }
  }

  /// Clears the selection of a provider if this session is selected.
  func deselect(_ id: SessionID, of provider: ProviderID) async throws(AuthError) {
    guard let selected = try await selected(for: provider), selected.id == id else { return }
    let name = try await selections.name(provider.rawValue)
    let values: [PostgresValue] = [.bytes(name), .counter(selected.version)]
    if try await !database.run(statements.deselect, values + LockFence.values, to: "clear a selection").isEmpty {
      place.changes.wrote(name)
    }
  }

  /// A count that grows with every change of any session by any host; never nil.
  public var revision: UInt64? { place.changes.revision }

  /// Returns a count that grows with every change of a session by any host; never nil.
  public func revision(of id: SessionID) -> UInt64? { place.changes.revision(of: id) }

  /// A stream with one element after one or more changes by any host; never nil.
  public var changes: AsyncStream<Void>? { place.changes.stream() }

  /// Runs `body` while no other caller, on this host or another, holds the lock of that name.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled while it waits,
  ///   another storage code, or the error of `body`.
  public func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await locks.withLock(on: "sessions/" + name, body) }
}

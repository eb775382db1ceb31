public import AuthCore
import AuthStorage

/// Sessions in a PostgreSQL database that several hosts share.
///
/// Each call is one transaction or a few short ones. No connection and no lock is held during a request to the vendor:
/// a renewal claims the session's row with a lease (`PostgresSessionStore+Claims`).
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

  /// Opens the data keys, if there are any: the first host that seals creates them.
  ///
  /// - Throws: `key_unavailable` or another storage code when this host cannot open them.
  public func checkKeys() async throws(AuthError) { try await place.vault.check() }

  /// Connects by `notifyURL`, if it is configured.
  ///
  /// - Throws: `store_unavailable` when its server does not answer, `invalid_configuration` for a wrong URL.
  public func checkNotifications() async throws(AuthError) { try await place.changes.checkListener() }

  var database: PostgresDatabase { place.database }

  /// Reads a row and opens it.
  func stored(_ id: SessionID) async throws(AuthError) -> SessionRows.Stored? {
    let values: [PostgresValue] = [.bytes(try await rows.name(id))]
    guard let row = try await database.run(statements.load, values, to: "read a session").first else { return nil }
    place.clock.answered(row.number(5))
    return try await published.newest(try await rows.open(row), in: self)
  }

  /// The session with this id, or nil.
  ///
  /// - Throws: a storage code when it cannot be read.
  public func load(_ id: SessionID) async throws(AuthError) -> Session? { try await stored(id)?.session }

  /// Every session, in no particular order.
  ///
  /// - Throws: a storage code when one of them cannot be read.
  public func list() async throws(AuthError) -> [Session] {
    let inventory = try await inventory()
    if let error = inventory.unreadable.first { throw error }
    return inventory.sessions
  }

  /// Every session that can be read, and why others cannot.
  ///
  /// - Throws: a storage code when the table cannot be read.
  public func inventory() async throws(AuthError) -> StoredSessions {
    var stored = StoredSessions([])
    for row in try await database.run(statements.list, to: "list the sessions", within: .seconds(60)).all {
      do throws(AuthError) {
        stored.sessions.append(try await rows.open(row).session)
      } catch {
        guard error.code == .storeCorrupt || error.code == .storeVersion else { throw error }
        stored.unreadable.append(error)
      }
    }
    return stored
  }

  /// The other sessions of the same user, found by an index. Sessions that cannot be read are left out.
  ///
  /// - Throws: a storage code when the table cannot be read.
  public func sessions(besides session: Session) async throws(AuthError) -> [Session] {
    let values: [PostgresValue] = [
      .bytes(try await rows.subject(session)), .bytes(try await rows.name(session.id)),
    ]
    var found: [Session] = []
    for row in try await database.run(statements.ofSubject, values, to: "list a user's sessions").all {
      do throws(AuthError) {
        found.append(try await rows.open(row).session)
      } catch where error.code == .storeCorrupt || error.code == .storeVersion {
        continue
      }
    }
    return found
  }

  /// Writes a session if the stored one still has this generation; nil overwrites any generation.
  ///
  /// - Returns: whether the session was written.
  /// - Throws: a storage code; `store_locked` when a lock that this task held was lost.
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
    // Without a generation, this is a new sign-in with the same id. Otherwise only labels change.
    if generation == nil { published.forget(session.id) }
    place.changes.wrote(values.name)
    return isWritten
  }

  /// Deletes a session, readable or not. The selection does not change.
  ///
  /// - Throws: a storage code; `store_locked` when a lock that this task held was lost.
  public func delete(_ id: SessionID) async throws(AuthError) {
    let name = try await rows.name(id)
    let values = [.bytes(name)] + LockFence.values
    let isDeleted = try await !database.run(statements.delete, values, to: "delete a session").isEmpty
    if !isDeleted { try await LockFence.check(in: place) }
    published.forget(id)
    if isDeleted { place.changes.wrote(name) }
  }

  /// Deletes a session if the stored one is equal to it, and deselects it.
  ///
  /// - Returns: the stored session if it is different and was kept; nil if none is stored any more.
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

  /// Deletes a session in the version with which `note` was last called.
  ///
  /// - Returns: the deleted session; nil if there was none, or if it could not be read.
  /// - Throws: a storage code, or the error that `note` throws.
  public func take(
    _ id: SessionID, noting note: @Sendable (Session?) async throws(AuthError) -> Void
  ) async throws(AuthError) -> Session? {
    while true {
      var last: SessionRows.Stored?
      do throws(AuthError) {
        last = try await stored(id)
      } catch where error.code == .storeCorrupt || error.code == .storeVersion {
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

  /// The id of the session that is selected for a provider; nil if none is selected.
  ///
  /// - Throws: a storage code when the selection cannot be read.
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
  /// - Throws: a storage code; `store_locked` when a lock that this task held was lost.
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

  /// Deselects a session if it is the selected one.
  func deselect(_ id: SessionID, of provider: ProviderID) async throws(AuthError) {
    guard let selected = try await selected(for: provider), selected.id == id else { return }
    let name = try await selections.name(provider.rawValue)
    let values: [PostgresValue] = [.bytes(name), .counter(selected.version)]
    if try await !database.run(statements.deselect, values + LockFence.values, to: "clear a selection").isEmpty {
      place.changes.wrote(name)
    }
  }

  /// Counts the changes of all sessions by all hosts.
  public var revision: UInt64? { place.changes.revision }

  /// Counts the changes of one session by all hosts.
  public func revision(of id: SessionID) -> UInt64? { place.changes.revision(of: id) }

  /// A stream with an element after changes by any host.
  public var changes: AsyncStream<Void>? { place.changes.stream() }

  /// Runs `body` while no other caller, on this host or another, holds the lock of that name.
  ///
  /// - Throws: `store_locked` when the lock is not released in time, `cancelled`, or the error that `body` throws.
  public func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await locks.withLock(on: "sessions/" + name, body) }
}

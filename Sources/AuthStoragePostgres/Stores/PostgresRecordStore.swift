public import AuthCore
import AuthStorage

/// Providers' records in a PostgreSQL database that several hosts share. A flow that was started on one host can
/// continue on another host.
public struct PostgresRecordStore: RecordStore {
  private struct Statements: Sendable {
    let read: PostgresStatement
    let insert: PostgresStatement
    let update: PostgresStatement
    let remove: PostgresStatement
    let list: PostgresStatement

    init(_ schema: SchemaName) {
      read = schema.statement(
        "SELECT record, version FROM {schema}.record WHERE space = $1 AND name = $2", isRepeatable: true)
      let inserting = LockFence.clause(6)
      insert = schema.statement(
        """
        WITH \(inserting.with)
        INSERT INTO {schema}.record (space, name, record, key_id, version)
        SELECT $1::bytea, $2::bytea, $3::bytea, $4::bytea, $5::bigint WHERE \(inserting.condition)
        ON CONFLICT DO NOTHING RETURNING version
        """)
      let updating = LockFence.clause(7)
      update = schema.statement(
        """
        WITH \(updating.with)
        UPDATE {schema}.record SET record = $3, key_id = $4, version = $5
        WHERE space = $1 AND name = $2 AND version = $6 AND \(updating.condition) RETURNING version
        """)
      let removing = LockFence.clause(4)
      remove = schema.statement(
        """
        WITH \(removing.with)
        DELETE FROM {schema}.record
        WHERE space = $1 AND name = $2 AND ($3::bigint IS NULL OR version = $3::bigint) AND \(removing.condition)
        RETURNING version
        """)
      list = schema.statement("SELECT name, record FROM {schema}.record WHERE space = $1", isRepeatable: true)
    }
  }

  private let place: PostgresPlace
  private let statements: Statements
  private let seal: PostgresSeal
  private let locks: PostgresLocks
  private let namespace: [String]

  init(_ place: PostgresPlace) {
    self.init(
      place, Statements(place.schema), PostgresLocks(place), namespace: [])
  }

  private init(_ place: PostgresPlace, _ statements: Statements, _ locks: PostgresLocks, namespace: [String]) {
    self.place = place
    self.statements = statements
    self.locks = locks
    self.namespace = namespace
    seal = place.seal("record")
  }

  private func row(_ key: String) async throws(AuthError) -> (space: [UInt8], name: [UInt8]) {
    let path = path
    return (try await seal.name("space", path), try await seal.name("name", path, key))
  }

  /// The namespace as one text. Each part is escaped and preceded by a slash, so that different namespaces have
  /// different strings.
  private var path: String { namespace.map { "/" + PercentEncoding.encode($0) }.joined() }

  /// Returns the record of a key, or nil if the record does not exist.
  ///
  /// - Throws: a storage code if the record cannot be read.
  public func read(_ key: String) async throws(AuthError) -> Record? {
    let row = try await row(key)
    let values: [PostgresValue] = [.bytes(row.space), .bytes(row.name)]
    guard let found = try await place.database.run(statements.read, values, to: "read a record").first else {
      return nil
    }
    let sealed = try await seal.open(found.bytes(0), at: row.name, within: row.space)
    let record = try sealed.decoded { (value) throws(AuthError) in try NamedRecord(decoding: value) }
    guard record.name == key, sealed.generation == found.counter(1) else {
      throw AuthError(.storeCorrupt, "The name in a record does not match its row. Restore the row from a backup.")
    }
    return Record(value: record.value, version: sealed.generation)
  }

  /// Writes a record if the stored version is still `expected`; nil writes only if the record does not exist.
  ///
  /// - Returns: the new version; nil if the stored version is not `expected`.
  /// - Throws: a storage code; `store_locked` if a lock that this task held was lost.
  @discardableResult
  public func write(
    _ value: Secret, for key: String, expecting expected: UInt64?
  ) async throws(AuthError) -> UInt64? {
    let row = try await row(key)
    // The first version is random, so that the version of a removed record does not match a record that is created
    // later under the same key.
    let version = expected.map { $0 &+ 1 } ?? LengthPrefixed.number(place.system.random.bytes(6), as: UInt64.self) + 1
    let sealed = try await seal.seal(
      NamedRecord(name: key, value: value).encoded, generation: version, at: row.name, within: row.space)
    var values: [PostgresValue] = [
      .bytes(row.space), .bytes(row.name), .bytes(sealed.record), .bytes(sealed.keyID), .counter(version),
    ]
    if let expected { values.append(.counter(expected)) }
    let statement = expected == nil ? statements.insert : statements.update
    let rows = try await place.database.run(statement, values + LockFence.values, to: "write a record")
    if rows.isEmpty { try await LockFence.check(in: place) }
    return rows.isEmpty ? nil : version
  }

  /// Removes a record if the stored version is still `expected`; nil removes any version. The record need not be
  /// readable.
  ///
  /// - Returns: whether a record was removed.
  /// - Throws: a storage code; `store_locked` if a lock that this task held was lost.
  @discardableResult
  public func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    let row = try await row(key)
    let values: [PostgresValue] = [.bytes(row.space), .bytes(row.name), expected.map { .counter($0) } ?? .null]
    let rows = try await place.database.run(statements.remove, values + LockFence.values, to: "remove a record")
    if rows.isEmpty { try await LockFence.check(in: place) }
    return !rows.isEmpty
  }

  /// Lists the keys of all records.
  ///
  /// - Throws: a storage code if one of the records cannot be read.
  public func keys() async throws(AuthError) -> [String] {
    var keys: [String] = []
    for row in try await listed() { keys.append(try await key(in: row)) }
    return keys
  }

  /// Lists the keys of all records that can be decoded.
  ///
  /// - Throws: a storage code if the table cannot be read, or if records exist and none of them can be decoded.
  public func readableKeys() async throws(AuthError) -> [String] {
    try await listed().decodable { (row) throws(AuthError) in try await key(in: row) }
  }

  private func listed() async throws(AuthError) -> [PostgresRow] {
    let space = try await seal.name("space", path)
    return try await place.database.run(statements.list, [.bytes(space)], to: "list the records").all
  }

  private func key(in row: PostgresRow) async throws(AuthError) -> String {
    let space = try await seal.name("space", path)
    let sealed = try await seal.open(row.bytes(1), at: row.bytes(0), within: space)
    return try sealed.decoded { (value) throws(AuthError) in try NamedRecord(decoding: value).name }
  }

  /// Runs `body` while no other caller, on this host or another, holds the lock of that name in this namespace.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled while it waits,
  ///   another storage code, or the error of `body`.
  public func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await locks.withLock(on: "records/\(path)/\(name)", body) }

  /// Returns the record store of a nested namespace.
  public func namespaced(_ name: String) -> any RecordStore {
    PostgresRecordStore(place, statements, locks, namespace: namespace + [name])
  }
}

import AuthCore
import AuthStorage

/// The keys that seal the data in the database.
///
/// The data keys are stored in the database, sealed with a root key. The root key is also stored in the database,
/// wrapped by a key file, a TPM or a command of the host. Each kind of wrapping, and each TPM, has a separate row, so
/// that hosts with different kinds can share the data. The records in a dump of the database alone therefore cannot be
/// opened.
final class PostgresVault: Sendable {
  private struct Loaded: Sendable {
    let root: Secret
    let keys: VaultKeys
    let version: Int64
    let readAt: Duration
  }

  private static let keysRow = "keys"
  /// The time for which loaded keys are used for sealing. After this time the keys are read again, because they may
  /// have been rotated. A rotation removes the key that the previous rotation retired, without waiting for this time:
  /// the operator must let at least this time pass between two rotations.
  static let freshness = Duration.seconds(60)

  private let database: PostgresDatabase
  private let wrapping: any KeyWrapping
  private let former: [any KeyWrapping]
  private let system: StorageSystem
  private let loaded: Locked<Loaded?> = Locked(nil)
  private let loading: NamedLocks
  private let read: PostgresStatement
  private let insert: PostgresStatement
  private let replace: PostgresStatement

  init(
    _ database: PostgresDatabase, schema: SchemaName, wrapping: any KeyWrapping, former: [any KeyWrapping],
    system: StorageSystem
  ) {
    self.database = database
    self.wrapping = wrapping
    self.former = former
    self.system = system
    loading = NamedLocks(clock: system.clock, timeout: .seconds(30))
    read = schema.statement("SELECT name, wrapping, content, version FROM {schema}.vault", isRepeatable: true)
    insert = schema.statement(
      """
      INSERT INTO {schema}.vault (name, wrapping, content, version)
      SELECT * FROM (VALUES ($1::text, $2::text, $3::bytea, 1::bigint), ($4, '', $5, 1))
        AS new (name, wrapping, content, version)
      WHERE NOT EXISTS (SELECT FROM {schema}.vault)
      ON CONFLICT DO NOTHING
      """)
    replace = schema.statement(
      """
      INSERT INTO {schema}.vault AS known (name, wrapping, content, version) VALUES ($1, $2, $3, $4::bigint + 1)
      ON CONFLICT (name) DO UPDATE SET content = excluded.content, version = excluded.version
      WHERE known.version = $4::bigint
      RETURNING version
      """)
  }

  /// Returns the keys for opening records, and reads them if they are not loaded.
  func keys() async throws(AuthError) -> VaultKeys {
    if let known = loaded.withLock({ $0 }) { return known.keys }
    return try await load().keys
  }

  /// Returns the keys for sealing records. The keys are read again after a minute, because a record that is sealed with
  /// a removed key cannot be opened.
  func keysForSealing() async throws(AuthError) -> VaultKeys {
    let now = system.clock.uptime()
    if let known = loaded.withLock({ $0 }), now - known.readAt < Self.freshness { return known.keys }
    return try await load().keys
  }

  /// Returns the keys for opening a record. The keys are read again if the loaded keys do not contain the record's key.
  func keys(for sealed: [UInt8]) async throws(AuthError) -> VaultKeys {
    let known = try await keys()
    guard let identity = SealedRecord.keyIdentity(of: sealed), known.sealingKey(identity: identity) == nil else {
      return known
    }
    return try await load().keys
  }

  /// Checks that this host can open the keys. A vault without keys passes the check, because the first host that uses
  /// the keys generates them.
  ///
  /// - Throws: `key_unavailable` if this host cannot open the keys, or another storage code.
  func check() async throws(AuthError) {
    guard try await !database.run(read, to: "read its keys").isEmpty else { return }
    _ = try await load()
  }

  /// Adds a new key, which seals all later records, and returns the keys. The earlier keys still open earlier records.
  func rotate() async throws(AuthError) -> VaultKeys {
    let known = try await load()
    return try await store(known.keys.rotated(with: system.random), replacing: known)
  }

  /// Removes the retired keys.
  func removeRetired() async throws(AuthError) {
    let known = try await load()
    guard !known.keys.retired.isEmpty else { return }
    _ = try await store(known.keys.withoutRetired, replacing: known)
  }

  private func store(_ keys: VaultKeys, replacing known: Loaded) async throws(AuthError) -> VaultKeys {
    let sealed = try WrappedKey(wrapping: keys.stored, with: known.root, name: Self.keysRow, random: system.random)
    let rows = try await database.run(
      replace, [.text(Self.keysRow), .text(""), .bytes(sealed.encoded), .number(known.version)], to: "rotate the keys")
    guard let row = rows.first else {
      throw AuthError(
        .storeLocked, "Another program changed the database's keys at the same time. Try again when it has finished.")
    }
    let now = Loaded(root: known.root, keys: keys, version: row.number(0), readAt: system.clock.uptime())
    loaded.withLock { $0 = now }
    return keys
  }

  private func load() async throws(AuthError) -> Loaded {
    let asked = system.clock.uptime()
    return try await loading.withLock(on: "vault") { () throws(AuthError) -> Loaded in
      // Another caller read the keys while this caller waited for the lock.
      if let known = loaded.withLock({ $0 }), known.readAt > asked { return known }
      let now = system.clock.uptime()
      var rows = try await database.run(read, to: "read its keys").all
      if rows.isEmpty {
        try await make()
        rows = try await database.run(read, to: "read its keys").all
      }
      let found = try await open(rows, readAt: now)
      loaded.withLock { $0 = found }
      return found
    }
  }

  /// Generates the first keys. If another host stores its keys first, those keys are kept.
  private func make() async throws(AuthError) {
    let root = Secret(system.random.bytes(32))
    let keys = VaultKeys(generatingWith: system.random)
    let sealed = try WrappedKey(wrapping: keys.stored, with: root, name: Self.keysRow, random: system.random)
    let wrapped = try await blocking { [wrapping] () throws(AuthError) in try wrapping.wrap(root, replacing: nil) }
    try await database.run(
      insert, [.text(rowName()), .text(wrapping.id), .bytes(wrapped), .text(Self.keysRow), .bytes(sealed.encoded)],
      to: "store its first keys")
  }

  /// Returns the name of a new row. The name has a random part, because hosts with different TPMs need separate rows.
  private func rowName() -> String { "root/\(wrapping.id)/\(system.random.token())" }

  private func open(_ rows: [PostgresRow], readAt: Duration) async throws(AuthError) -> Loaded {
    guard let row = rows.first(where: { $0.text(0) == Self.keysRow }) else {
      throw AuthError(
        .storeCorrupt, "The table 'vault' of the database contains no keys. Restore the table from a backup.")
    }
    let sealed = try WrappedKey(decoding: row.bytes(2))
    var failure: AuthError?
    for candidate in [wrapping] + former {
      for row in rows where row.text(1) == candidate.id {
        do throws(AuthError) {
          let content = row.bytes(2)
          let root = try await blocking { () throws(AuthError) in try candidate.unwrap(content) }
          guard let keys = VaultKeys(try sealed.open(with: root)) else {
            throw AuthError(
              .storeCorrupt,
              "The keys in the table 'vault' of the database cannot be read. Restore the table from a backup.")
          }
          let found = Loaded(root: root, keys: keys, version: row.number(3), readAt: readAt)
          return try await admitted(found, rows, by: candidate)
        } catch {
          failure = failure ?? error
        }
      }
    }
    throw failure
      ?? AuthError(
        .keyUnavailable,
        "The keys of the database are not wrapped with the kind '\(wrapping.id)'. Set storage.sessions.postgres."
          + "wrappingKey to the kind that wraps them, or add that kind to formerWrappingKeys.")
  }

  /// Adds a row with the current wrapping of this host if a former wrapping opened the keys, so that the former
  /// wrapping can be removed from the configuration. Returns the loaded keys.
  private func admitted(
    _ found: Loaded, _ rows: [PostgresRow], by opener: any KeyWrapping
  ) async throws(AuthError) -> Loaded {
    let version = rows.first { $0.text(0) == Self.keysRow }?.number(3) ?? 0
    let current = Loaded(root: found.root, keys: found.keys, version: version, readAt: found.readAt)
    guard opener.id != wrapping.id else { return current }
    let wrapped = try await blocking { [wrapping] () throws(AuthError) in
      try wrapping.wrap(found.root, replacing: nil)
    }
    try await database.run(
      replace, [.text(rowName()), .text(wrapping.id), .bytes(wrapped), .number(0)], to: "add this host's wrapping key")
    return current
  }

  /// Runs `body` on a separate thread, because a wrapping may wait for a file, a TPM or a command.
  private func blocking<Value: Sendable>(
    _ body: @escaping @Sendable () throws(AuthError) -> Value
  ) async throws(AuthError) -> Value {
    let result = await BlockingThread.run { () -> Result<Value, AuthError> in
      do throws(AuthError) { return .success(try body()) } catch { return .failure(error) }
    }
    guard let result else {
      throw AuthError(
        .internalError,
        "The system could not start a thread to use the wrapping key, because no memory is left or the limit on "
          + "threads is reached. Raise the limit on threads of this process (ulimit -u, or TasksMax in systemd) and "
          + "try again.")
    }
    return try result.get()
  }
}

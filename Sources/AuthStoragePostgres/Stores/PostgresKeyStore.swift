public import AuthCore
import AuthStorage

/// Software keys, sealed in PostgreSQL. Every host of a fleet can sign with the keys.
///
/// A key is read at its first use and then kept in memory. Each use checks that the key is still in the database,
/// because a key that another host has deleted must not sign.
public struct PostgresKeyStore: KeyStore {
  private struct Statements: Sendable {
    let insert: PostgresStatement
    let read: PostgresStatement
    let exists: PostgresStatement
    let list: PostgresStatement
    let delete: PostgresStatement

    init(_ schema: SchemaName) {
      insert = schema.statement(
        """
        INSERT INTO {schema}.key (name, space, record, key_id, version)
        VALUES ($1, $2, $3, $4, nextval('{schema}.turn')) ON CONFLICT DO NOTHING
        """, isRepeatable: true)
      read = schema.statement("SELECT record, space FROM {schema}.key WHERE name = $1", isRepeatable: true)
      exists = schema.statement("SELECT FROM {schema}.key WHERE name = $1", isRepeatable: true)
      list = schema.statement("SELECT name, record FROM {schema}.key WHERE space = $1", isRepeatable: true)
      delete = schema.statement("DELETE FROM {schema}.key WHERE name = $1", isRepeatable: true)
    }
  }

  /// The store's name in references: `postgres`.
  public var id: String { "postgres" }
  /// True, because a process that has the wrapping key and can read the table can read the keys.
  public var isExportable: Bool { true }
  /// P-256 and Ed25519.
  public var supportedAlgorithms: [KeyAlgorithm] { KeyRules.algorithms }

  private let place: PostgresPlace
  private let statements: Statements
  private let seal: PostgresSeal
  private let cache = KeyCache()

  init(_ place: PostgresPlace) {
    self.place = place
    statements = Statements(place.schema)
    seal = place.seal("key")
  }

  /// Generates a key.
  ///
  /// - Throws: `unsupported` for a policy that requires user presence; `internal` if the encryption fails; or a
  ///   storage code.
  public func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    try KeyRules.check(policy)
    let stored = StoredKey(
      id: place.system.random.token(), namespace: namespace, key: SigningKey(generating: algorithm))
    let name = try await seal.name("id", stored.id)
    let space = try await seal.name("space", namespace)
    let sealed = try await seal.seal(stored.encoded(), generation: 1, at: name, within: space)
    try await place.database.run(
      statements.insert, [.bytes(name), .bytes(space), .bytes(sealed.record), .bytes(sealed.keyID)], to: "store a key")
    cache.keys.withLock { $0[stored.id] = stored }
    return stored.reference(in: id)
  }

  /// Lists the keys of a namespace.
  ///
  /// - Throws: a storage code if one of the keys cannot be read.
  public func keys(in namespace: String) async throws(AuthError) -> [KeyReference] {
    let space = try await seal.name("space", namespace)
    var references: [KeyReference] = []
    for row in try await place.database.run(statements.list, [.bytes(space)], to: "list the keys").all {
      let record = try await seal.open(row.bytes(1), at: row.bytes(0), within: space)
      references.append(
        try record.decoded { (value) throws(AuthError) in try StoredKey(decoding: value).reference(in: id) })
    }
    return references
  }

  /// Signs `message`.
  ///
  /// - Throws: `key_unavailable` if the store does not have the key, `internal` if the cryptography library
  ///   fails, or a storage code.
  public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    try await stored(key).key.sign(message)
  }

  /// Checks whether the store has the key.
  ///
  /// - Throws: `key_unavailable` if the store does not have the key, or a storage code.
  public func check(_ key: KeyReference) async throws(AuthError) { _ = try await stored(key) }

  private func stored(_ key: KeyReference) async throws(AuthError) -> StoredKey {
    guard key.storeID == id else { throw KeyRules.unavailable(key, in: id) }
    let name = try await seal.name("id", key.keyID)
    let known = cache.keys.withLock { $0[key.keyID] }
    let statement = known == nil ? statements.read : statements.exists
    guard let row = try await place.database.run(statement, [.bytes(name)], to: "read a key").first else {
      cache.keys.withLock { _ = $0.removeValue(forKey: key.keyID) }
      throw KeyRules.unavailable(key, in: id)
    }
    if let known {
      guard known.publicKey == key.publicKey else { throw KeyRules.unavailable(key, in: id) }
      return known
    }
    let record = try await seal.open(row.bytes(0), at: name, within: row.bytes(1))
    let stored = try record.decoded { (value) throws(AuthError) in try StoredKey(decoding: value) }
    guard stored.id == key.keyID, stored.publicKey == key.publicKey else { throw KeyRules.unavailable(key, in: id) }
    cache.keys.withLock { $0[stored.id] = stored }
    return stored
  }

  /// Deletes a key and its row. The call does nothing for a key of another store.
  ///
  /// - Throws: a storage code.
  public func delete(_ key: KeyReference) async throws(AuthError) {
    guard key.storeID == id else { return }
    try await place.database.run(
      statements.delete, [.bytes(try await seal.name("id", key.keyID))], to: "delete a key")
    cache.keys.withLock { _ = $0.removeValue(forKey: key.keyID) }
  }
}

/// The keys that this process has read or generated.
private final class KeyCache: Sendable {
  let keys = Locked<[String: StoredKey]>([:])
}

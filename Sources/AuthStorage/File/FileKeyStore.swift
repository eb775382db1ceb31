public import AuthCore

/// Private keys in sealed files.
///
/// After its first use, a key stays in memory as a key object, so that later signatures read no file. Each signature
/// checks that the file still exists, because a key that another process has deleted must not sign.
public struct FileKeyStore: KeyStore {
  private final class Cache: Sendable {
    let keys = Locked<[String: Entry]>([:])
  }

  private struct Entry {
    let key: StoredKey
    /// The path of the key's file.
    let path: String
  }

  private static let store = "keys"

  /// The store's name in references: `file`.
  public var id: String { "file" }
  /// True, because a process that can read the directory as this user can read the keys.
  public var isExportable: Bool { true }
  /// P-256 and Ed25519.
  public var supportedAlgorithms: [KeyAlgorithm] { KeyRules.algorithms }
  private let storage: FileStorage
  private let cache = Cache()

  /// Creates the key store of a directory.
  public init(_ storage: FileStorage) { self.storage = storage }

  /// Makes a key.
  ///
  /// - Throws: `unsupported` for a policy with user presence, or a storage code.
  public func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    try KeyRules.check(policy)
    return try await add(SigningKey(generating: algorithm), namespace)
  }

  /// Imports a private key from its 32 raw bytes (the scalar for P-256, the seed for Ed25519).
  ///
  /// - Throws: `invalid_request` if the bytes are not a valid private key, or a storage code.
  public func importKey(
    _ privateKey: Secret, _ algorithm: KeyAlgorithm, namespace: String
  ) async throws(AuthError) -> KeyReference {
    try await add(try KeyRules.imported(algorithm, privateKey), namespace)
  }

  /// Returns the 32 raw bytes of a private key (the scalar for P-256, the seed for Ed25519), for a program that signs
  /// without a store. The caller must protect the bytes.
  ///
  /// - Throws: `key_unavailable` if the store does not have the key, or a storage code.
  public func exportKey(_ key: KeyReference) async throws(AuthError) -> Secret {
    guard let stored = try stored(key), stored.publicKey == key.publicKey else {
      throw KeyRules.unavailable(key, in: id)
    }
    return stored.key.raw
  }

  private func add(_ key: SigningKey, _ namespace: String) async throws(AuthError) -> KeyReference {
    let stored = StoredKey(id: storage.random.token(), namespace: namespace, key: key)
    let place = try storage.placeForWriting(Self.store, stored.id)
    try await storage.withWriteLock(at: place) { (root) async throws(AuthError) in
      try storage.write(SealedRecord(value: stored.encoded(), generation: 1), at: place, in: root)
    }
    remember(stored, at: place)
    return stored.reference(in: id)
  }

  /// Lists the keys of a namespace.
  ///
  /// - Throws: a storage code, even if only a key of another namespace cannot be read.
  public func keys(in namespace: String) async throws(AuthError) -> [KeyReference] {
    var references: [KeyReference] = []
    for record in try storage.list(Self.store) {
      let stored = try record.decoded { (value) throws(AuthError) in try StoredKey(decoding: value) }
      if stored.namespace == namespace { references.append(stored.reference(in: id)) }
    }
    return references
  }

  /// Signs `message`.
  ///
  /// - Throws: `key_unavailable` if the store does not have the key, `internal` if the cryptography library
  ///   fails, or a storage code.
  public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    try signature(of: message, with: key)
  }

  /// Signs `message` synchronously; the result is never nil. The first use of a key reads its file.
  ///
  /// - Throws: `key_unavailable` if the store does not have the key, `internal` if the cryptography library
  ///   fails, or a storage code.
  public func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]? {
    try signature(of: message, with: key)
  }

  private func signature(of message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8] {
    guard let stored = try stored(key), stored.publicKey == key.publicKey else {
      throw KeyRules.unavailable(key, in: id)
    }
    return try stored.key.sign(message)
  }

  private func stored(_ key: KeyReference) throws(AuthError) -> StoredKey? {
    guard key.storeID == id else { return nil }
    if let cached = cache.keys.withLock({ $0[key.keyID] }), POSIXDirectory.isThere(cached.path) { return cached.key }
    guard let place = try storage.place(Self.store, key.keyID),
      let record = try storage.read(Self.store, key.keyID)
    else {
      cache.keys.withLock { _ = $0.removeValue(forKey: key.keyID) }
      return nil
    }
    let stored = try record.decoded { (value) throws(AuthError) in
      let stored = try StoredKey(decoding: value)
      guard stored.id == key.keyID else {
        throw AuthError(.storeCorrupt, "The key id in this file does not match the file's name.")
      }
      return stored
    }
    remember(stored, at: place)
    return stored
  }

  private func remember(_ key: StoredKey, at place: RecordPlace) {
    let path = storage.path(of: place)
    cache.keys.withLock { $0[key.id] = Entry(key: key, path: path) }
  }

  /// Checks whether the store has the key.
  ///
  /// - Throws: `key_unavailable` if the store does not have the key, or a storage code.
  public func check(_ key: KeyReference) async throws(AuthError) {
    guard try stored(key)?.publicKey == key.publicKey else { throw KeyRules.unavailable(key, in: id) }
  }

  /// Deletes a key and its file. The call does nothing for a key of another store.
  ///
  /// - Throws: a storage code.
  public func delete(_ key: KeyReference) async throws(AuthError) {
    guard key.storeID == id else { return }
    guard let place = try storage.place(Self.store, key.keyID) else { return }
    try await storage.withWriteLock(at: place) { (root) async throws(AuthError) in
      _ = try storage.remove(place, in: root)
    }
    cache.keys.withLock { _ = $0.removeValue(forKey: key.keyID) }
  }
}

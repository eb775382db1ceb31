public import AuthCore

/// Private keys in memory, which are lost when the process ends. Copies of the store share their contents.
public struct MemoryKeyStore: KeyStore {
  private final class Storage: Sendable {
    let keys = Locked<[String: StoredKey]>([:])
  }

  /// The store's name in references.
  public let id: String
  /// True, because a program that can read the memory of this process can read the keys.
  public var isExportable: Bool { true }
  /// P-256 and Ed25519.
  public var supportedAlgorithms: [KeyAlgorithm] { KeyRules.algorithms }
  private let random: any RandomSource
  private let storage = Storage()

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - id: the store's name in references.
  ///   - random: the source of key ids.
  public init(id: String = "memory", random: any RandomSource = SystemRandomSource()) {
    self.id = id
    self.random = random
  }

  /// Makes a key.
  ///
  /// - Throws: `unsupported` for a policy with user presence.
  public func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    try KeyRules.check(policy)
    return add(SigningKey(generating: algorithm), namespace)
  }

  /// Imports a private key from its 32 raw bytes (the scalar for P-256, the seed for Ed25519).
  ///
  /// - Throws: `invalid_request` if the bytes are not a valid private key.
  public func importKey(
    _ privateKey: Secret, _ algorithm: KeyAlgorithm, namespace: String
  ) async throws(AuthError) -> KeyReference {
    add(try KeyRules.imported(algorithm, privateKey), namespace)
  }

  /// Returns the 32 raw bytes of a private key (the scalar for P-256, the seed for Ed25519), for a program that signs
  /// without a store. The caller must protect the bytes.
  ///
  /// - Throws: `key_unavailable` if the store does not have the key.
  public func exportKey(_ key: KeyReference) async throws(AuthError) -> Secret {
    let stored = key.storeID == id ? storage.keys.withLock { $0[key.keyID] } : nil
    guard let stored, stored.publicKey == key.publicKey else { throw KeyRules.unavailable(key, in: id) }
    return stored.key.raw
  }

  private func add(_ key: SigningKey, _ namespace: String) -> KeyReference {
    let stored = StoredKey(id: random.token(), namespace: namespace, key: key)
    storage.keys.withLock { $0[stored.id] = stored }
    return stored.reference(in: id)
  }

  /// Lists the keys of a namespace.
  public func keys(in namespace: String) async throws(AuthError) -> [KeyReference] {
    storage.keys.withLock { $0.values.filter { $0.namespace == namespace } }.map { $0.reference(in: id) }
  }

  /// Signs `message`.
  ///
  /// - Throws: `key_unavailable` if the store does not have the key, `internal` if the cryptography library
  ///   fails.
  public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    try signature(of: message, with: key)
  }

  /// Signs `message` synchronously; the result is never nil.
  ///
  /// - Throws: `key_unavailable` if the store does not have the key, `internal` if the cryptography library
  ///   fails.
  public func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]? {
    try signature(of: message, with: key)
  }

  private func signature(of message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8] {
    try stored(key).key.sign(message)
  }

  private func stored(_ key: KeyReference) throws(AuthError) -> StoredKey {
    let stored = key.storeID == id ? storage.keys.withLock { $0[key.keyID] } : nil
    guard let stored, stored.publicKey == key.publicKey else { throw KeyRules.unavailable(key, in: id) }
    return stored
  }

  /// Checks whether the store has the key.
  ///
  /// - Throws: `key_unavailable` if the store does not have the key.
  public func check(_ key: KeyReference) async throws(AuthError) { _ = try stored(key) }

  /// Deletes a key. The call does nothing for a key of another store.
  public func delete(_ key: KeyReference) async throws(AuthError) {
    guard key.storeID == id else { return }
    storage.keys.withLock { _ = $0.removeValue(forKey: key.keyID) }
  }
}

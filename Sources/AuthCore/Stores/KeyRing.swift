/// The key stores of an app. The primary store makes new keys. Every store uses the keys that it has made.
public struct KeyRing: Sendable {
  /// The store that makes new keys.
  public let primary: any KeyStore
  /// Further stores. They do not make new keys, but their existing keys are still used.
  public let others: [any KeyStore]

  /// Creates a ring; `primary` makes new keys.
  public init(_ primary: any KeyStore, others: [any KeyStore] = []) {
    self.primary = primary
    self.others = others
  }

  /// Returns the store that made `key`.
  ///
  /// - Throws: `key_unavailable` if the configuration does not open that store.
  public func store(of key: KeyReference) throws(AuthError) -> any KeyStore {
    if primary.id == key.storeID { return primary }
    if let other = others.first(where: { $0.id == key.storeID }) { return other }
    throw AuthError(
      .keyUnavailable,
      "The key is in the store '\(key.storeID)', which this client does not open. Link the store's plug-in and use the "
        + "storage configuration that made the key, or sign in again to make a new key.")
  }

  /// Checks in the store that made a key whether the key can be used now.
  ///
  /// - Throws: `key_unavailable` if the configuration does not open the store or the store cannot use the key, or the
  ///   store's own error.
  public func check(_ key: KeyReference) async throws(AuthError) {
    try await store(of: key).check(key)
  }

  /// Makes a key in the primary store. See `KeyStore.generate(_:policy:namespace:)`.
  ///
  /// - Throws: the errors of the primary store: `unsupported` for an algorithm or policy that it does not support,
  ///   `key_unavailable`, `cancelled`, or a storage code.
  public func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy = KeyPolicy(), namespace: String
  ) async throws(AuthError) -> KeyReference {
    try await primary.generate(algorithm, policy: policy, namespace: namespace)
  }

  /// Signs `message` in the store that made the key.
  ///
  /// - Throws: `key_unavailable` if the configuration does not open the store or the store cannot use the key, or the
  ///   store's own error.
  public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    let store = try store(of: key)
    if let signature = try store.signImmediately(message, with: key) { return signature }
    return try await store.sign(message, with: key)
  }

  /// Deletes a key from the store that made the key.
  ///
  /// - Throws: `key_unavailable` if the configuration does not open the store, or the store's own error.
  public func delete(_ key: KeyReference) async throws(AuthError) {
    try await store(of: key).delete(key)
  }
}

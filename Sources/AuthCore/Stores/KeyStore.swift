/// Makes and holds private keys. A key does not leave its store unless the store says that it can (`isExportable`).
public protocol KeyStore: Sendable {
  /// The store's name in references; stable for as long as its keys are.
  var id: String { get }
  /// What it can make, the best first.
  var supportedAlgorithms: [KeyAlgorithm] { get }
  /// Whether keys can be read out of it by design: true for software stores.
  var isExportable: Bool { get }

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - algorithm: one of `supportedAlgorithms`.
  ///   - policy: who has to be there when the key is used.
  ///   - namespace: whose key it is; `keys(in:)` lists by it and nothing outside it is ever cleaned up.
  /// - Throws: `unsupported` for an algorithm or policy that the store does not know, or a storage code.
  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference

  /// The keys of a namespace.
  func keys(in namespace: String) async throws(AuthError) -> [KeyReference]

  /// Signs `message`, which the algorithm hashes itself; the signature has the form that `KeyAlgorithm` says.
  ///
  /// - Throws: `key_unavailable` when the key is gone, locked or in another store.
  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8]

  /// The same without suspending, or nil from a store that has to wait for hardware or a person.
  func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]?

  /// Looks whether a key could be used now, without using it and without asking a person. A session whose key could not
  /// is `locked`, and unlocked when it can again.
  ///
  /// - Throws: `key_unavailable` when it could not, or what stands in the way.
  func check(_ key: KeyReference) async throws(AuthError)

  /// Forgets a key; one that is not there is forgotten already.
  func delete(_ key: KeyReference) async throws(AuthError)
}

extension KeyStore {
  /// Nothing: a store that cannot tell before it signs.
  public func check(_ key: KeyReference) async throws(AuthError) {}

  /// nil: not without waiting.
  public func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]? { nil }
}

/// The key stores of this app: one makes new keys, all resolve the keys that they made.
public struct KeyRing: Sendable {
  /// Where new keys are made.
  public let primary: any KeyStore
  /// Further stores whose keys still work.
  public let others: [any KeyStore]

  /// A ring; `primary` makes new keys.
  public init(_ primary: any KeyStore, others: [any KeyStore] = []) {
    self.primary = primary
    self.others = others
  }

  /// The store that made `key`.
  ///
  /// - Throws: `key_unavailable` when no such store is here.
  public func store(of key: KeyReference) throws(AuthError) -> any KeyStore {
    if primary.id == key.storeID { return primary }
    if let other = others.first(where: { $0.id == key.storeID }) { return other }
    throw AuthError(
      .keyUnavailable,
      "The key is in the store '\(key.storeID)', which this configuration does not open; set storage.keys to it.")
  }

  /// Looks in whichever store made a key whether it could be used now.
  ///
  /// - Throws: `key_unavailable` when no such store is here or it could not, or what stands in the way.
  public func check(_ key: KeyReference) async throws(AuthError) {
    try await store(of: key).check(key)
  }

  /// Makes a key in the primary store.
  public func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy = KeyPolicy(), namespace: String
  ) async throws(AuthError) -> KeyReference {
    try await primary.generate(algorithm, policy: policy, namespace: namespace)
  }

  /// Signs in whichever store made the key.
  public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    let store = try store(of: key)
    if let signature = try store.signImmediately(message, with: key) { return signature }
    return try await store.sign(message, with: key)
  }

  /// Forgets a key in whichever store made it.
  public func delete(_ key: KeyReference) async throws(AuthError) {
    try await store(of: key).delete(key)
  }
}

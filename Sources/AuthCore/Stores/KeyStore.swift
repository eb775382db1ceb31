/// Makes and holds private keys. A key does not leave its store unless the store says that it can (`isExportable`).
public protocol KeyStore: Sendable {
  /// The store's name in references; stable for as long as its keys are.
  var id: String { get }
  /// The algorithms of the keys that it can make, the best first.
  var supportedAlgorithms: [KeyAlgorithm] { get }
  /// Whether keys can be read out of it by design: true for software stores.
  var isExportable: Bool { get }

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - algorithm: one of `supportedAlgorithms`.
  ///   - policy: whether the user must be present when the key is used.
  ///   - namespace: the owner of the key; `keys(in:)` lists by it, and clean-up never removes a key outside it.
  /// - Throws: `unsupported` for an algorithm or policy that the store does not know, or a storage code.
  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference

  /// The keys of a namespace.
  func keys(in namespace: String) async throws(AuthError) -> [KeyReference]

  /// Signs `message`, which the algorithm hashes itself; the signature has the form that `KeyAlgorithm` says.
  ///
  /// - Throws: `key_unavailable` when the key does not exist, is locked or in another store.
  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8]

  /// The same without suspending, or nil from a store that has to wait for hardware or the user.
  func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]?

  /// Checks whether a key could be used now, without using it and without asking the user. A session whose key cannot
  /// be used is `locked`; it is unlocked when the key can be used again.
  ///
  /// - Throws: `key_unavailable` if it could not, or the cause.
  func check(_ key: KeyReference) async throws(AuthError)

  /// Deletes a key; does nothing if the store does not have it.
  func delete(_ key: KeyReference) async throws(AuthError)
}

extension KeyStore {
  /// Nothing: a store that cannot tell before it signs.
  public func check(_ key: KeyReference) async throws(AuthError) {}

  /// nil: not without waiting.
  public func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]? { nil }
}

/// A store that makes and holds private keys. A key does not leave its store unless `isExportable` is true.
public protocol KeyStore: Sendable {
  /// The store's name in references; stable for as long as its keys are.
  var id: String { get }
  /// The algorithms of the keys that the store can make, the best first.
  var supportedAlgorithms: [KeyAlgorithm] { get }
  /// Whether keys can be read from the store by design: true for software stores.
  var isExportable: Bool { get }

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - algorithm: one of `supportedAlgorithms`.
  ///   - policy: whether the user must be present when the key is used.
  ///   - namespace: the owner of the key. `keys(in:)` lists the keys of one namespace, and its clean-up never removes a
  ///     key of another.
  /// - Throws: `unsupported` for an algorithm or policy that the store does not support, or a storage code.
  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference

  /// Returns the keys of a namespace.
  func keys(in namespace: String) async throws(AuthError) -> [KeyReference]

  /// Signs `message`, which must not be hashed before: the algorithm does that. The signature has the form that
  /// `KeyAlgorithm` describes.
  ///
  /// - Throws: `key_unavailable` when the key does not exist, is locked, or is in another store.
  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8]

  /// Signs as `sign(_:with:)` does, but without suspending; returns nil if the store has to wait for hardware or the
  /// user.
  func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]?

  /// Checks whether a key can be used now, without using it and without asking the user. A session whose key cannot
  /// be used is `locked`; it is unlocked when the key can be used again.
  ///
  /// - Throws: `key_unavailable` if the key cannot be used now, or the error that is the cause.
  func check(_ key: KeyReference) async throws(AuthError)

  /// Deletes a key; does nothing if the store does not have it.
  func delete(_ key: KeyReference) async throws(AuthError)
}

extension KeyStore {
  /// Does nothing, for a store that cannot check a key before it signs.
  public func check(_ key: KeyReference) async throws(AuthError) {}

  /// Returns nil, for a store that may have to wait.
  public func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]? { nil }
}

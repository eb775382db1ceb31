/// A store that makes and holds private keys. A private key cannot be read from its store unless `isExportable` is
/// true.
public protocol KeyStore: Sendable {
  /// The store's id in key references. It must stay the same for as long as the store has keys.
  var id: String { get }
  /// The algorithms of the keys that the store can make, the best first.
  var supportedAlgorithms: [KeyAlgorithm] { get }
  /// Whether private keys can be read from the store by design. It is true for a store in software, and false for one
  /// in hardware.
  var isExportable: Bool { get }

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - algorithm: one of `supportedAlgorithms`.
  ///   - policy: whether the user must be present when the key is used.
  ///   - namespace: the owner of the key, such as a provider instance. `keys(in:)` lists the keys of one namespace, so
  ///     that an owner can delete its unused keys without deleting the keys of another owner.
  /// - Throws: `unsupported` for an algorithm or policy that the store does not support; `key_unavailable` if the
  ///   hardware of the store cannot be used; `cancelled` if the store asks the user and the user declines; or a storage
  ///   code.
  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference

  /// Returns the keys of a namespace.
  ///
  /// - Throws: a storage code.
  func keys(in namespace: String) async throws(AuthError) -> [KeyReference]

  /// Signs `message`. Pass the message itself and not its hash, because the algorithm hashes it. The signature has the
  /// format that `KeyAlgorithm` describes.
  ///
  /// - Throws: `key_unavailable` if the key does not exist, is locked, or is in another store; `unsupported` if the
  ///   store has to ask the user and cannot; `cancelled` if the user does not prove presence; or a storage code.
  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8]

  /// Signs as `sign(_:with:)` does, but without suspending. Returns nil if the store has to wait for hardware or for
  /// the user.
  ///
  /// - Throws: the errors of `sign(_:with:)`.
  func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]?

  /// Checks whether a key can be used now, without using it and without asking the user. A session whose key cannot
  /// be used is `locked`; it is unlocked when the key can be used again.
  ///
  /// - Throws: `key_unavailable` if the key cannot be used now, or a storage code if the store cannot determine this.
  func check(_ key: KeyReference) async throws(AuthError)

  /// Deletes a key. Does nothing if the store does not have the key.
  ///
  /// - Throws: a storage code.
  func delete(_ key: KeyReference) async throws(AuthError)
}

extension KeyStore {
  /// Does nothing: by default, a store cannot check a key without using it.
  public func check(_ key: KeyReference) async throws(AuthError) {}

  /// Returns nil: by default, a store may have to wait.
  public func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]? { nil }
}

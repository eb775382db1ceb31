public import AuthCore

/// A key store without keys, for providers that need no keys.
public struct NoKeyStore: KeyStore {
  /// The store's identifier: `none`.
  public let id = "none"
  /// An empty list: the store supports no algorithm.
  public let supportedAlgorithms: [KeyAlgorithm] = []
  /// False: there is no key to export.
  public let isExportable = false

  /// Creates a store without keys.
  public init() {}

  /// Generates no key.
  ///
  /// - Throws: `unsupported`, always.
  public func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    throw AuthError(.unsupported, "The fixture has no key store. Pass a key ring as `keys` to ProviderFixture.")
  }

  /// Returns an empty list.
  public func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { [] }

  /// Signs nothing.
  ///
  /// - Throws: `key_unavailable`, always.
  public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    throw AuthError(.keyUnavailable, "The fixture has no key store. Pass a key ring as `keys` to ProviderFixture.")
  }

  /// Does nothing, because the store has no keys.
  public func delete(_ key: KeyReference) async throws(AuthError) {}
}

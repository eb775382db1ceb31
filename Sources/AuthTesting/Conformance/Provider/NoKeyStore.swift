public import AuthCore

/// A key store without keys, for providers that need no keys.
public struct NoKeyStore: KeyStore {
  /// `none`.
  public let id = "none"
  /// None.
  public let supportedAlgorithms: [KeyAlgorithm] = []
  /// No key can be exported.
  public let isExportable = false

  /// A store without keys.
  public init() {}

  /// Always fails.
  ///
  /// - Throws: `unsupported`, always.
  public func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    throw AuthError(.unsupported, "The fixture has no key store; pass one as `keys`.")
  }

  /// None.
  public func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { [] }

  /// Always fails.
  ///
  /// - Throws: `key_unavailable`, always.
  public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    throw AuthError(.keyUnavailable, "The fixture has no key store; pass one as `keys`.")
  }

  /// Does nothing.
  public func delete(_ key: KeyReference) async throws(AuthError) {}
}

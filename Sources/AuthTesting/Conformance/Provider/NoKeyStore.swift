public import AuthCore

/// A key store without keys, for providers that need none.
public struct NoKeyStore: KeyStore {
  /// `none`.
  public let id = "none"
  /// None.
  public let supportedAlgorithms: [KeyAlgorithm] = []
  /// There is nothing to export.
  public let isExportable = false

  /// A store without keys.
  public init() {}

  /// Makes nothing.
  ///
  /// - Throws: `unsupported`, always.
  public func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    throw AuthError(.unsupported, "These services have no keys; give the fixture a key store.")
  }

  /// None.
  public func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { [] }

  /// Signs nothing.
  ///
  /// - Throws: `key_unavailable`, always.
  public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    throw AuthError(.keyUnavailable, "These services have no keys; give the fixture a key store.")
  }

  /// Nothing to delete.
  public func delete(_ key: KeyReference) async throws(AuthError) {}
}

public import AuthCore
public import AuthStorage

/// A key store that can take over a private key from its bytes.
public protocol KeyImporting: KeyStore {
  /// Imports a private key.
  ///
  /// - Parameters:
  ///   - privateKey: the 32 raw bytes: the scalar of P-256, the seed of Ed25519.
  ///   - algorithm: the key's algorithm.
  ///   - namespace: the key's owner.
  /// - Throws: `invalid_request` if the bytes are not a private key, or a storage code.
  func importKey(
    _ privateKey: Secret, _ algorithm: KeyAlgorithm, namespace: String
  ) async throws(AuthError) -> KeyReference
}

extension FileKeyStore: KeyImporting {}
extension MemoryKeyStore: KeyImporting {}

import AuthCore
import AuthCrypto

/// A key store whose only key is a given key.
struct VectorKeyStore: KeyStore {
  let key: P256.Signing.PrivateKey
  let id = "vector"
  let supportedAlgorithms: [KeyAlgorithm] = [.p256]
  let isExportable = false

  private var reference: KeyReference {
    KeyReference(
      storeID: id, keyID: "1", algorithm: .p256, publicKey: Array(key.publicKey.compressedRepresentation))
  }

  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference { reference }

  func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { [] }

  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    do {
      return Array(try self.key.signature(for: message).rawRepresentation)
    } catch {
      throw AuthError(.keyUnavailable, "The vector's key does not sign.")
    }
  }

  func delete(_ key: KeyReference) async throws(AuthError) {}
}

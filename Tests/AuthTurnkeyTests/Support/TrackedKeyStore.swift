import AuthCore
import AuthStorage

/// A key store that lists its keys in all namespaces.
final class TrackedKeyStore: KeyStore {
  private let inner = MemoryKeyStore()
  private let held = Locked<[KeyReference]>([])

  /// The keys that were made and not deleted.
  var live: [KeyReference] { held.withLock { $0 } }

  var id: String { inner.id }
  var supportedAlgorithms: [KeyAlgorithm] { inner.supportedAlgorithms }
  var isExportable: Bool { inner.isExportable }

  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    let key = try await inner.generate(algorithm, policy: policy, namespace: namespace)
    held.withLock { $0.append(key) }
    return key
  }

  func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { try await inner.keys(in: namespace) }

  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    try await inner.sign(message, with: key)
  }

  func signImmediately(_ message: [UInt8], with key: KeyReference) throws(AuthError) -> [UInt8]? {
    try inner.signImmediately(message, with: key)
  }

  func delete(_ key: KeyReference) async throws(AuthError) {
    try await inner.delete(key)
    held.withLock { held in held.removeAll { $0 == key } }
  }
}

import AuthCore
import AuthStorage

/// A key store that accepts policies with user presence. It simulates the question to the user before each signature
/// with such a key, and counts the questions.
final class GuardedKeyStore: KeyStore {
  private struct State {
    var policies: [KeyPolicy] = []
    var asked = 0
    var isRefused = false
  }

  private let next = MemoryKeyStore(id: "guarded")
  private let state = Locked(State())

  var id: String { next.id }
  var supportedAlgorithms: [KeyAlgorithm] { next.supportedAlgorithms }
  var isExportable: Bool { false }
  /// The policies of the keys made so far.
  var policies: [KeyPolicy] { state.withLock { $0.policies } }
  /// The number of times that the user was asked.
  var asked: Int { state.withLock { $0.asked } }
  /// Sets whether the user refuses from now on.
  func refuse(_ isRefused: Bool) { state.withLock { $0.isRefused = isRefused } }

  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    state.withLock { $0.policies.append(policy) }
    return try await next.generate(algorithm, policy: KeyPolicy(), namespace: namespace)
  }

  func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { try await next.keys(in: namespace) }

  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    let isRefused = state.withLock { state in
      state.asked += 1
      return state.isRefused
    }
    guard !isRefused else { throw .cancelled }
    return try await next.sign(message, with: key)
  }

  func delete(_ key: KeyReference) async throws(AuthError) { try await next.delete(key) }
}

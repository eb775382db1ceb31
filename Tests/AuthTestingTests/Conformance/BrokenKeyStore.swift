import AuthCore

/// A key store that breaks one law. Its keys are not secure: a signature can be computed from the public key.
final class BrokenKeyStore: KeyStore {
  enum Flaw: CaseIterable, Sendable {
    case forgetsItsName, signsPrefixes, listsAllNamespaces, signsWithDeletedKeys, signsForOtherStores
    case refusesPoliciesAsForbidden, mixesUpConcurrentSignatures
  }

  private struct State {
    var keys: [String: (namespace: String, key: KeyReference)] = [:]
    var deleted: Set<String> = []
    var count: UInt8 = 0
    var signing = 0
  }

  let id = "toy"
  let isExportable = false
  let supportedAlgorithms: [KeyAlgorithm] = [.ed25519]
  private let flaw: Flaw?
  private let state = Locked(State())

  init(_ flaw: Flaw?) { self.flaw = flaw }

  /// Returns 64 bytes that depend on every byte of the key and the message.
  static func signature(_ message: [UInt8], _ publicKey: [UInt8]) -> [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in publicKey + message { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return (0..<64).map { index in
      hash = hash &* 0x5851_F42D_4C95_7F2D &+ UInt64(index)
      return UInt8(truncatingIfNeeded: hash >> 33)
    }
  }

  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    let isPlain = policy.userPresence == .none
    guard isPlain, algorithm == .ed25519 else {
      throw AuthError(flaw == .refusesPoliciesAsForbidden ? .forbidden : .unsupported, "The store has no such keys.")
    }
    return state.withLock { state in
      state.count += 1
      let key = KeyReference(
        storeID: flaw == .forgetsItsName ? "" : id, keyID: "key-\(state.count)", algorithm: algorithm,
        publicKey: Array(repeating: state.count, count: 32))
      state.keys[key.keyID] = (namespace, key)
      return key
    }
  }

  func keys(in namespace: String) async throws(AuthError) -> [KeyReference] {
    state.withLock { state in
      state.keys.values.filter { $0.namespace == namespace || flaw == .listsAllNamespaces }.map(\.key)
    }
  }

  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    let known = state.withLock { state in
      let stored = state.keys[key.keyID]?.key
      let isDeleted = state.deleted.contains(key.keyID)
      state.signing += 1
      return stored == key || (flaw == .signsWithDeletedKeys && isDeleted)
        || (flaw == .signsForOtherStores && stored?.publicKey == key.publicKey)
    }
    for _ in 0..<100 { await Task.yield() }
    let others = state.withLock { state in
      state.signing -= 1
      return state.signing
    }
    guard known else { throw AuthError(.keyUnavailable, "The key does not exist.") }
    let mixed = flaw == .mixesUpConcurrentSignatures && others > 0
    return Self.signature(flaw == .signsPrefixes ? Array(message.prefix(3)) : mixed ? [] : message, key.publicKey)
  }

  func delete(_ key: KeyReference) async throws(AuthError) {
    guard key.storeID == id || flaw == .forgetsItsName else { return }
    state.withLock { state in
      if state.keys.removeValue(forKey: key.keyID) != nil { state.deleted.insert(key.keyID) }
    }
  }
}

public import AuthCore

/// A suite of the laws that every key store must keep. It needs no test framework: run it and expect no failures.
public struct KeyStoreConformance: Sendable {
  /// A function that returns whether a signature over a message verifies with a key. The caller supplies the function,
  /// because this target contains no cryptography.
  public typealias Verification = @Sendable (_ signature: [UInt8], _ message: [UInt8], _ key: KeyReference) -> Bool

  private let makeViews: @Sendable () async throws -> [any KeyStore]
  private let verify: Verification

  /// Creates a suite for one kind of store.
  ///
  /// - Parameters:
  ///   - verify: returns whether a signature over a message verifies with a key.
  ///   - makeViews: returns one or more views of one new, empty store: a key that is generated through one view signs
  ///     through every other. For a store that cannot be opened twice, return one view.
  public init(verify: @escaping Verification, makeViews: @escaping @Sendable () async throws -> [any KeyStore]) {
    self.verify = verify
    self.makeViews = makeViews
  }

  /// The names of the laws, in the order in which they are checked.
  public static let laws = [
    "a key reference describes its key", "a signature verifies only with its key", "keys are listed by namespace",
    "a deleted key is unavailable", "a key of another store is unavailable", "a policy is enforced or refused",
    "many tasks can sign at the same time",
  ]

  /// Checks every law and returns the broken ones.
  public func failures() async -> [ConformanceFailure] {
    let checks: [@Sendable ([any KeyStore]) async throws -> Void] = [
      describes, signs, lists, deletes, refusesForeign, keepsPolicies, signsConcurrently,
    ]
    return await brokenLaws(zip(Self.laws, checks).map { ConformanceLaw($0, $1) }, makeViews)
  }

  private func generate(_ store: any KeyStore, _ algorithm: KeyAlgorithm, _ namespace: String = "n") async throws
    -> KeyReference
  {
    try await store.generate(algorithm, policy: KeyPolicy(), namespace: namespace)
  }

  private func describes(_ views: [any KeyStore]) async throws {
    try require(!views[0].supportedAlgorithms.isEmpty, "at least one algorithm is offered")
    for algorithm in views[0].supportedAlgorithms {
      let key = try await generate(views[0], algorithm)
      try require(key.storeID == views[0].id, "the reference names the store")
      try require(key.algorithm == algorithm, "the reference names the algorithm")
      try require(KeyReference(json: key.json) == key, "the reference is the same after it is stored and read")
      switch algorithm {
      case .p256:
        try require(
          key.publicKey.count == 33 && [2, 3].contains(key.publicKey[0]), "a P-256 key is a compressed point")
      case .ed25519: try require(key.publicKey.count == 32, "an Ed25519 key has 32 bytes")
      }
      let other = try await generate(views[0], algorithm)
      try require(other.keyID != key.keyID && other.publicKey != key.publicKey, "every call generates a new key")
    }
  }

  private func signs(_ views: [any KeyStore]) async throws {
    for algorithm in views[0].supportedAlgorithms {
      let key = try await generate(views[0], algorithm)
      let other = try await generate(views[0], algorithm)
      for message in [[], Array("message".utf8), Array(repeating: UInt8(7), count: 5000)] as [[UInt8]] {
        for store in views {
          var signatures = [try await store.sign(message, with: key)]
          if let immediate = try store.signImmediately(message, with: key) { signatures.append(immediate) }
          for signature in signatures {
            try require(signature.count == 64, "a signature has 64 bytes")
            try require(verify(signature, message, key), "the signature verifies")
            try require(!verify(signature, message + [0], key), "the signature does not verify over another message")
            try require(!verify(signature, message, other), "the signature does not verify with another key")
          }
        }
      }
    }
  }

  private func lists(_ views: [any KeyStore]) async throws {
    let algorithm = views[0].supportedAlgorithms[0]
    var made: [String: Set<KeyReference>] = [:]
    for namespace in ["a", "A", "a/b", "", "../a"] {
      for _ in 0..<2 { made[namespace, default: []].insert(try await generate(views[0], algorithm, namespace)) }
    }
    for store in views {
      for (namespace, keys) in made {
        let listed = try await store.keys(in: namespace)
        try require(listed.count == keys.count && Set(listed) == keys, "'\(namespace)' lists its own keys, each once")
      }
      try require(try await store.keys(in: "none").isEmpty, "an unknown namespace is empty")
    }
  }

  private func deletes(_ views: [any KeyStore]) async throws {
    guard let last = views.last else { return }
    let algorithm = views[0].supportedAlgorithms[0]
    let key = try await generate(views[0], algorithm)
    let other = try await generate(views[0], algorithm)
    try await last.delete(key)
    try await last.delete(key)
    try await requireError(.keyUnavailable, "signing with a deleted key") { try await last.sign([1], with: key) }
    try await requireError(.keyUnavailable, "signImmediately with a deleted key") {
      if let signature = try last.signImmediately([1], with: key) { return signature }
      return try await last.sign([1], with: key)
    }
    try require(try await views[0].keys(in: "n") == [other], "the other key remains")
    try require(verify(try await last.sign([1], with: other), [1], other), "the other key still signs")
  }

  private func refusesForeign(_ views: [any KeyStore]) async throws {
    let algorithm = views[0].supportedAlgorithms[0]
    let key = try await generate(views[0], algorithm)
    let other = try await generate(views[0], algorithm)
    let foreign = [
      KeyReference(storeID: "elsewhere", keyID: key.keyID, algorithm: algorithm, publicKey: key.publicKey),
      KeyReference(storeID: key.storeID, keyID: "unknown", algorithm: algorithm, publicKey: key.publicKey),
      KeyReference(storeID: key.storeID, keyID: "../" + key.keyID, algorithm: algorithm, publicKey: key.publicKey),
      KeyReference(storeID: key.storeID, keyID: key.keyID, algorithm: algorithm, publicKey: other.publicKey),
    ]
    for reference in foreign {
      for store in views {
        try await requireError(.keyUnavailable, "signing with a foreign reference") {
          try await store.sign([1], with: reference)
        }
      }
    }
    try await views[0].delete(foreign[0])
    try require(verify(try await views[0].sign([1], with: key), [1], key), "deleting a foreign key deletes no key")
  }

  private func keepsPolicies(_ views: [any KeyStore]) async throws {
    let algorithm = views[0].supportedAlgorithms[0]
    for presence in [KeyPolicy.UserPresence.any, .biometric, .deviceCredential] {
      do throws(AuthError) {
        _ = try await views[0].generate(algorithm, policy: KeyPolicy(userPresence: presence), namespace: "n")
      } catch {
        try require(error.code == .unsupported, "a policy that the store cannot enforce throws unsupported")
      }
    }
    for algorithm in KeyAlgorithm.allCases where !views[0].supportedAlgorithms.contains(algorithm) {
      try await requireError(.unsupported, "generating a key of an algorithm that is not offered") {
        try await generate(views[0], algorithm)
      }
    }
  }

  private func signsConcurrently(_ views: [any KeyStore]) async throws {
    let key = try await generate(views[0], views[0].supportedAlgorithms[0])
    let good = try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<50 {
        group.addTask {
          let message = [UInt8(index)]
          return verify(try await views[index % views.count].sign(message, with: key), message, key)
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    try require(good == 50, "all 50 signatures verify, not \(good)")
  }
}

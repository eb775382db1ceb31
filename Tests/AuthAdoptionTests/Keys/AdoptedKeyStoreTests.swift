import AuthAdoption
import AuthCore
import AuthCrypto
import AuthStorage
import SDKFiles
import Testing

/// Keys of another SDK, used where they are.
@Suite struct AdoptedKeyStoreTests {
  private let files: SDKFiles
  private let store: AdoptedKeyStore
  private let records = MemoryRecordStore()
  private let publicKey: [UInt8]

  private let scalar: Secret

  init() throws {
    let key = P256.Signing.PrivateKey()
    publicKey = Array(key.publicKey.compressedRepresentation)
    scalar = Secret(Array(key.rawRepresentation))
    files = try SDKFiles(preferences: [:], keys: [(nil, "label", scalar)])
    store = AdoptedKeyStore(files.storage, records: records)
  }

  private func made() throws -> (AdoptedKeyStore, SDKFiles) {
    let files = try SDKFiles(preferences: [:], keys: [(nil, "label", scalar)])
    return (AdoptedKeyStore(files.storage, records: MemoryRecordStore()), files)
  }

  @Test func signsWithTheKeyWhereItIs() async throws {
    let key = try await store.adopt(publicKey, namespace: "n", name: "one")
    let signature = try await store.sign([1, 2], with: key)
    let verifier = try P256.Signing.PublicKey(compressedRepresentation: publicKey)
    #expect(verifier.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: [1, 2]))
    #expect(try await store.keys(in: "n") == [key])
    #expect(try await store.keys(in: "other").isEmpty)
    try await store.check(key)
    // A client that starts again reads the same record.
    #expect(try await AdoptedKeyStore(files.storage, records: records).keys(in: "n") == [key])
  }

  @Test func removesTheKeyOnlyAfterTheLastConfirmedUse() async throws {
    let first = try await store.adopt(publicKey, namespace: "n", name: "one")
    let second = try await store.adopt(publicKey, namespace: "n", name: "two")
    try await store.confirm(first)
    try await store.confirm(second)
    try await store.delete(first)
    #expect(try await files.storage.keys().count == 1)
    _ = try await store.sign([1], with: second)
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await store.sign([1], with: first) }
    try await store.delete(second)
    #expect(try await files.storage.keys().isEmpty)
  }

  @Test func keepsTheKeyOfAnUnconfirmedUse() async throws {
    let key = try await store.adopt(publicKey, namespace: "n", name: "one")
    try await store.delete(key)
    #expect(try await files.storage.keys().count == 1)
    #expect(try await store.keys(in: "n").isEmpty)
  }

  @Test func removesTheKeyWithALeftoverOfAnInterruptedRun() async throws {
    let leftover = try await store.adopt(publicKey, namespace: "n", name: "one")
    let key = try await store.adopt(publicKey, namespace: "n", name: "two")
    try await store.confirm(key)
    try await store.delete(key)
    #expect(try await files.storage.keys().count == 1)
    try await store.delete(leftover)
    #expect(try await files.storage.keys().isEmpty)
  }

  @Test func removesTheKeyInTwoDeletionsAtOnce() async throws {
    for _ in 0..<20 {
      let (store, files) = try made()
      let first = try await store.adopt(publicKey, namespace: "n", name: "one")
      let second = try await store.adopt(publicKey, namespace: "n", name: "two")
      try await store.confirm(first)
      try await store.confirm(second)
      async let one: Void = store.delete(first)
      async let two: Void = store.delete(second)
      _ = try await (one, two)
      #expect(try await files.storage.keys().isEmpty)
    }
  }

  @Test func makesNoKeysAndAdoptsNoMissingOnes() async throws {
    await #expect(throws: AuthError(.unsupported, "")) {
      try await store.generate(.p256, policy: KeyPolicy(), namespace: "n")
    }
    await #expect(throws: AuthError(.keyUnavailable, "")) {
      try await store.adopt([UInt8](repeating: 2, count: 33), namespace: "n", name: "one")
    }
    let other = KeyReference(storeID: "file", keyID: "x", algorithm: .p256, publicKey: publicKey)
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await store.sign([1], with: other) }
    try await store.delete(other)
    #expect(try await files.storage.keys().count == 1)
  }
}

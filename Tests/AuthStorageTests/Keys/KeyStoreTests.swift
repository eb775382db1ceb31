import AuthCore
import AuthCrypto
import AuthStorage
import Testing

@Suite struct KeyStoreTests {
  let directory = TemporaryDirectory()

  /// RFC 8032 §7.1, TEST 2.
  static let seed = Hex.decode("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb") ?? []
  static let publicKey = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
  static let signature =
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d"
    + "291612bb0c00"

  @Test func importedKeysSign() async throws {
    let file = FileStorage(directory: directory.path + "/state")
    let stores: [(any KeyStore, KeyReference)] = [
      try await imported(MemoryKeyStore()), try await imported(FileKeyStore(file)),
    ]
    for (store, key) in stores {
      #expect(Hex.encode(key.publicKey) == Self.publicKey)
      #expect(Hex.encode(try await store.sign([0x72], with: key)) == Self.signature)
    }
    let later = FileKeyStore(FileStorage(directory: directory.path + "/state"))
    #expect(Hex.encode(try later.signImmediately([0x72], with: stores[1].1) ?? []) == Self.signature)
  }

  private func imported(_ store: MemoryKeyStore) async throws -> (any KeyStore, KeyReference) {
    (store, try await store.importKey(Secret(Self.seed), .ed25519, namespace: "n"))
  }

  private func imported(_ store: FileKeyStore) async throws -> (any KeyStore, KeyReference) {
    (store, try await store.importKey(Secret(Self.seed), .ed25519, namespace: "n"))
  }

  @Test func exportedKeysReadBack() async throws {
    let memory = MemoryKeyStore()
    let file = FileKeyStore(FileStorage(directory: directory.path + "/exports"))
    let inMemory = try await memory.importKey(Secret(Self.seed), .ed25519, namespace: "n")
    let inFile = try await file.importKey(Secret(Self.seed), .ed25519, namespace: "n")
    #expect(try await memory.exportKey(inMemory) == Secret(Self.seed))
    #expect(try await file.exportKey(inFile) == Secret(Self.seed))
    try await memory.delete(inMemory)
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await memory.exportKey(inMemory) }
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await memory.check(inMemory) }
    let elsewhere = await #expect(throws: AuthError.self) { try await memory.check(inFile) }
    #expect(elsewhere?.message.contains("in the store 'file', not in 'memory'") == true)
    let gone = await #expect(throws: AuthError.self) { try await memory.check(inMemory) }
    #expect(gone?.message.contains("no longer has") == true)
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await memory.exportKey(inFile) }
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await file.exportKey(inMemory) }
  }

  @Test func softwareKeysDescribeThemselvesAndRefuseUserPresence() async throws {
    let stores: [any KeyStore] = [MemoryKeyStore(), FileKeyStore(FileStorage(directory: directory.path + "/software"))]
    #expect(stores.map(\.id) == ["memory", "file"])
    for store in stores {
      #expect(store.isExportable && store.supportedAlgorithms == [.p256, .ed25519])
      await #expect(throws: AuthError(.unsupported, "")) {
        try await store.generate(.p256, policy: KeyPolicy(userPresence: .biometric), namespace: "n")
      }
      #expect(try await store.keys(in: "n").isEmpty)
    }
  }

  @Test func keysOutOfRangeAreRefused() async throws {
    let order = Hex.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551") ?? []
    let bad: [[UInt8]] = [[], Array(repeating: 0, count: 32), order, Array(repeating: 0xFF, count: 32), [1]]
    let store = MemoryKeyStore()
    for bytes in bad {
      await #expect(throws: AuthError(.invalidRequest, "")) {
        try await store.importKey(Secret(bytes), .p256, namespace: "n")
      }
    }
    #expect(try await store.keys(in: "n").isEmpty)
  }

  @Test func privateKeysAreEncryptedOnDisk() async throws {
    let store = FileKeyStore(FileStorage(directory: directory.path + "/state"))
    _ = try await store.importKey(Secret(Self.seed), .ed25519, namespace: "n")
    for file in TemporaryDirectory.files(below: directory.path) {
      let text = Hex.encode(TemporaryDirectory.read(file))
      #expect(!text.contains(Hex.encode(Self.seed)), "\(file)")
      #expect(!text.contains(Self.publicKey), "\(file)")
    }
  }

  /// A key that was used signs from memory while its file exists, even if the file's content has changed. After the key
  /// was deleted, a file in its place is read.
  @Test func aUsedKeyReadsNoFileUntilItIsDeleted() async throws {
    let path = directory.path + "/used"
    let (one, other) = (FileKeyStore(FileStorage(directory: path)), FileKeyStore(FileStorage(directory: path)))
    let key = try await one.generate(.p256, policy: KeyPolicy(), namespace: "n")
    try await other.check(key)
    let file = try #require(TemporaryDirectory.files(below: path + "/keys").first)
    TemporaryDirectory.write(file, [1, 2, 3])
    _ = try one.signImmediately([1], with: key)
    _ = try other.signImmediately([1], with: key)
    #expect(throws: AuthError(.storeCorrupt, "")) {
      try FileKeyStore(FileStorage(directory: path)).signImmediately([1], with: key)
    }
    try await one.delete(key)
    #expect(throws: AuthError(.keyUnavailable, "")) { try other.signImmediately([1], with: key) }
    TemporaryDirectory.write(file, [1, 2, 3])
    for store in [one, other] {
      #expect(throws: AuthError(.storeCorrupt, "")) { try store.signImmediately([1], with: key) }
    }
  }

  @Test func lookupCreatesNothing() async throws {
    let path = directory.path + "/looking"
    let store = FileKeyStore(FileStorage(directory: path))
    let key = KeyReference(storeID: "file", keyID: "none", algorithm: .ed25519, publicKey: [])
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await store.check(key) }
    try await store.delete(key)
    #expect(!TemporaryDirectory.isDirectory(path))
  }

  @Test("L16: a key that another process deleted no longer signs", arguments: [false, true])
  func deletedElsewhere(wasGeneratedHere: Bool) async throws {
    let path = directory.path + "/deleted"
    let (one, other) = (FileKeyStore(FileStorage(directory: path)), FileKeyStore(FileStorage(directory: path)))
    let key = try await (wasGeneratedHere ? one : other).generate(.p256, policy: KeyPolicy(), namespace: "n")
    _ = try await one.sign([1], with: key)
    _ = try one.signImmediately([1], with: key)
    try await other.delete(key)
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await one.sign([1], with: key) }
    #expect(throws: AuthError(.keyUnavailable, "")) { try one.signImmediately([1], with: key) }
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await one.check(key) }
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await one.exportKey(key) }
    let last = try await other.generate(.p256, policy: KeyPolicy(), namespace: "n")
    _ = try await one.sign([1], with: last)
  }
}

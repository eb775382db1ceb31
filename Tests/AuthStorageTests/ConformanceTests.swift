import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@Suite struct ConformanceTests {
  /// Two storages on one directory represent two processes: they share only the files.
  static func storages(_ directory: TemporaryDirectory) -> [FileStorage] {
    (0..<2).map { _ in FileStorage(directory: directory.path + "/state") }
  }

  static let verify: KeyStoreConformance.Verification = { signature, message, key in
    switch key.algorithm {
    case .p256:
      guard let publicKey = try? P256.Signing.PublicKey(compressedRepresentation: key.publicKey),
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return publicKey.isValidSignature(signature, for: message)
    case .ed25519:
      guard let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: key.publicKey) else { return false }
      return publicKey.isValidSignature(signature, for: message)
    }
  }

  @Test func memorySessions() async {
    let failures = await SessionStoreConformance {
      let store = MemorySessionStore()
      return [store, store]
    }.failures()
    #expect(failures.map(\.description) == [])
  }

  @Test func fileSessions() async {
    let directories = Keeper()
    let failures = await SessionStoreConformance {
      Self.storages(directories.make()).map { FileSessionStore($0) }
    }.failures()
    #expect(failures.map(\.description) == [])
    #expect(directories.count == SessionStoreConformance.laws.count)
  }

  @Test func memoryRecords() async {
    let failures = await RecordStoreConformance {
      let store = MemoryRecordStore()
      return [store, store]
    }.failures()
    #expect(failures.map(\.description) == [])
  }

  @Test func fileRecords() async {
    let directories = Keeper()
    let failures = await RecordStoreConformance {
      Self.storages(directories.make()).map { FileRecordStore($0) }
    }.failures()
    #expect(failures.map(\.description) == [])
    #expect(directories.count == RecordStoreConformance.laws.count)
  }

  @Test func recordsOfANarrowNamespace() async {
    let directories = Keeper()
    let failures = await RecordStoreConformance {
      Self.storages(directories.make()).map { FileRecordStore($0).namespaced("turnkey") }
    }.failures()
    #expect(failures.map(\.description) == [])
  }

  @Test func memoryKeys() async {
    let failures = await KeyStoreConformance(verify: Self.verify) {
      let store = MemoryKeyStore()
      return [store, store]
    }.failures()
    #expect(failures.map(\.description) == [])
  }

  @Test func fileKeys() async {
    let directories = Keeper()
    let failures = await KeyStoreConformance(verify: Self.verify) {
      Self.storages(directories.make()).map { FileKeyStore($0) }
    }.failures()
    #expect(failures.map(\.description) == [])
    #expect(directories.count == KeyStoreConformance.laws.count)
  }
}

/// Keeps the directories of a suite until its end.
final class Keeper: Sendable {
  private let directories = Locked<[TemporaryDirectory]>([])
  var count: Int { directories.withLock { $0.count } }

  func make() -> TemporaryDirectory {
    let directory = TemporaryDirectory()
    directories.withLock { $0.append(directory) }
    return directory
  }
}

@Suite struct ConformanceSuiteTests {
  /// Tests that the suite can fail: it has to detect stores with one fault each.
  @Test func detectsBrokenStores() async {
    let forgetful = await SessionStoreConformance { [MemorySessionStore(), MemorySessionStore()] }.failures()
    #expect(forgetful.contains { $0.law == "a saved session is loaded with every field" })
    #expect(forgetful.contains { $0.law == "a lock runs one body at a time" })
    let apart = await RecordStoreConformance { [MemoryRecordStore(), MemoryRecordStore()] }.failures()
    #expect(apart.contains { $0.law == "a record reads back byte for byte" })
    #expect(apart.contains { $0.law == "of many writes on one version, one succeeds" })
    let gullible = await KeyStoreConformance(verify: { _, _, _ in true }) { [MemoryKeyStore()] }.failures()
    #expect(gullible.map(\.law) == ["a signature verifies only with its key"])
  }
}

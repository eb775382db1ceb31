import AuthCore
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Directories of earlier builds can be read, used and migrated to this version without loss.
@Suite struct FileMigrationTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }

  /// Every earlier version, by the name of its fixture.
  static let versions = ["v1"]

  /// Returns a storage on a copy of the directory of that version, with the file modes, which a repository does not
  /// keep.
  func copy(_ version: String) -> FileStorage {
    TemporaryDirectory.copyTree(TemporaryDirectory.vectors + "/stores/" + version, to: state)
    return FileStorage(directory: state)
  }

  /// The contents of the fixtures.
  static let full = Session(
    id: SessionID("full"), providerID: "turnkey", tenant: "org-1", subject: "user-1", identifier: "jane@example.com",
    displayName: "Jane",
    tokens: SessionTokens(
      access: Secret("access-1"), refresh: Secret("refresh-1"), identity: Secret("identity-1"),
      other: ["vendor": Secret([0xFF, 0x00, 0xFE])]),
    key: KeyReference(
      storeID: "file", keyID: "anWCuBM7MmOS9aWe2xKIPQ", algorithm: .p256,
      publicKey: Hex.decode("0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6") ?? []),
    createdAt: Date(timeIntervalSince1970: 1_790_000_000.25), expiresAt: Date(timeIntervalSince1970: 1_790_003_600),
    claims: ["role": "admin", "level": 3, "list": [true, nil]], tags: ["colour": "green"], generation: 7)
  static let bare = Session(
    id: SessionID("bare"), providerID: "privy", tenant: "app", subject: "did:privy:1",
    createdAt: Date(timeIntervalSince1970: 1_790_000_001))
  static let ed25519 = KeyReference(
    storeID: "file", keyID: "kidTpk5pgDkFfdsDmuyizg", algorithm: .ed25519,
    publicKey: Hex.decode(KeyStoreTests.publicKey) ?? [])

  /// Expects that a storage with an empty cache reads all contents of the fixtures.
  func expectEverything(_ comment: Comment) async throws {
    let storage = FileStorage(directory: state)
    let sessions = FileSessionStore(storage)
    #expect(try await sessions.load(SessionID("full")) == Self.full, comment)
    #expect(try await sessions.load(SessionID("bare")) == Self.bare, comment)
    #expect(try await sessions.list().count == 2, comment)
    #expect(try await sessions.selection(for: "turnkey") == SessionID("full"), comment)
    #expect(try await sessions.selection(for: "privy") == SessionID("bare"), comment)
    let keys = FileKeyStore(storage)
    #expect(Set(try await keys.keys(in: "turnkey").map(\.keyID)) == [Self.ed25519.keyID, "anWCuBM7MmOS9aWe2xKIPQ"])
    #expect(Hex.encode(try await keys.sign([0x72], with: Self.ed25519)) == KeyStoreTests.signature, comment)
    let records = FileRecordStore(storage)
    #expect(try await records.read("plain")?.value == Secret("outermost"), comment)
    let turnkey = records.namespaced("turnkey")
    #expect(try await turnkey.read("jane@example.com")?.value == Secret([0, 1, 2, 0xFF, 3]), comment)
    #expect(try await turnkey.namespaced("pending").read("")?.value == Secret(""), comment)
    #expect(try await turnkey.keys() == ["jane@example.com"], comment)
  }

  @Test func readsRecordsOfEarlierVersions() async throws {
    for version in Self.versions {
      let storage = copy(version)
      try await expectEverything("\(version)")
      let inventory = try storage.inventory()
      #expect(inventory.readable == 9)
      #expect(inventory.earlier == 9)
      #expect(inventory.unreadable.isEmpty)
    }
  }

  @Test func migratesOnceWithoutLoss() async throws {
    for version in Self.versions {
      let storage = copy(version)
      let before = TemporaryDirectory.files(below: state).filter { $0.hasSuffix(".sealed") }.sorted()
      #expect(try await storage.migrate() == 9)
      #expect(TemporaryDirectory.files(below: state).filter { $0.hasSuffix(".sealed") }.sorted() == before)
      for file in before { #expect(TemporaryDirectory.read(file)[6] == 2, "\(file)") }
      try await expectEverything("\(version), migrated")
      #expect(try storage.inventory().earlier == 0)
      #expect(try await storage.migrate() == 0)
    }
  }

  /// Several migrations run at the same time while records change. Each record is written under its lock.
  @Test func migrationLosesNoConcurrentWrite() async throws {
    for version in Self.versions {
      let storage = copy(version)
      let state = state
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { try await FileStorage(directory: state).migrate() } }
        group.addTask {
          var session = Self.full
          for generation in UInt64(8)...20 {
            session.generation = generation
            let isSaved = try await FileSessionStore(storage).save(session, replacing: generation - 1)
            #expect(isSaved)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await FileSessionStore(storage).load(SessionID("full"))?.generation == 20)
      #expect(try storage.inventory().earlier == 0)
    }
  }

  /// A change writes the record in the new format, and compare-and-set works across the versions.
  @Test func changedRecordHasTheNewForm() async throws {
    for version in Self.versions {
      let storage = copy(version)
      let sessions = FileSessionStore(storage)
      var renewed = Self.full
      renewed.generation = 8
      #expect(try await !sessions.save(renewed, replacing: 6))
      #expect(try await sessions.save(renewed, replacing: 7))
      #expect(try await FileSessionStore(FileStorage(directory: state)).load(SessionID("full")) == renewed)
      #expect(try storage.inventory().earlier == 8)
    }
  }

  /// Sizes on disk reveal as little as names do.
  @Test func recordsOfAStoreHaveOneSize() async throws {
    let storage = FileStorage(directory: state)
    for length in [0, 1, 17, 200] {
      try await FileRecordStore(storage).replace(Secret(String(repeating: "x", count: length)), for: "\(length)")
    }
    let sizes = TemporaryDirectory.files(below: state + "/records").map { TemporaryDirectory.read($0).count }
    #expect(sizes.count == 4)
    #expect(Set(sizes).count == 1)
    let edge = FileRecordStore(storage)
    for length in 240...260 { try await edge.replace(Secret([UInt8](repeating: 7, count: length)), for: "\(length)") }
    for length in 240...260 {
      #expect(try await edge.read("\(length)")?.value == Secret([UInt8](repeating: 7, count: length)))
    }
  }
}

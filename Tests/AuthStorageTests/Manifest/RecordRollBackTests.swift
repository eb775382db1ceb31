import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An older record is put back, or a record is removed, while the file of the wrapping key stays as it is.
@Suite struct RecordRollBackTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }
  var volume: String { directory.path + "/volume" }

  init() { mkdir(volume, 0o700) }

  func storage(_ probe: @escaping WriteProbe = { _ in 0 }) throws -> FileStorage {
    FileStorage(
      directory: state, clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(30),
      wrapping: try KeyFileWrapping(path: volume + "/wrapping.key"), probe: probe)
  }

  func store() throws -> FileRecordStore { FileRecordStore(try storage()) }

  func file(_ room: String = "records") throws -> String {
    try #require(TemporaryDirectory.files(below: state + "/" + room).first)
  }

  func manifest() throws -> String {
    volume + "/" + (try #require(TemporaryDirectory.entries(volume).first { $0.contains(".manifest-") }))
  }

  func expect(
    _ what: Comment, code: AuthError.Code = .storeRolledBack, naming text: String = "", underlying: String? = nil,
    _ body: () async throws -> Void
  ) async {
    let error = await #expect(throws: AuthError.self, what) { try await body() }
    #expect(error?.code == code, what)
    #expect(error?.message.contains(text) == true, what)
    if let underlying { #expect(error?.underlying == underlying, what) }
  }

  /// A running process and a new one.
  func both(_ running: FileStorage) throws -> [FileStorage] { [running, try storage()] }

  @Test func anOlderRecordIsNoticed() async throws {
    let running = try storage()
    try await FileRecordStore(running).replace(Secret("1"), for: "a")
    let path = try file()
    let old = TemporaryDirectory.read(path)
    try await FileRecordStore(running).replace(Secret("2"), for: "a")
    let current = TemporaryDirectory.read(path)
    TemporaryDirectory.write(path, old)
    for storage in try both(running) {
      let store = FileRecordStore(storage)
      await expect("read", naming: path + " is an older copy", underlying: "record: older") {
        _ = try await store.read("a")
      }
      await expect("write") { try await store.replace(Secret("3"), for: "a") }
      await expect("compare") { try await store.remove("a", expecting: 1) }
      await expect("list") { _ = try await store.keys() }
      #expect(try storage.inventory().unreadable.map(\.0) == [path])
    }
    #expect(TemporaryDirectory.read(path) == old, "nothing was changed")
    TemporaryDirectory.write(path, current)
    for storage in try both(running) { #expect(try await FileRecordStore(storage).read("a")?.value == Secret("2")) }
  }

  @Test func aRemovedRecordIsNoticed() async throws {
    let running = try storage()
    try await FileRecordStore(running).replace(Secret("1"), for: "a")
    let path = try file()
    let current = TemporaryDirectory.read(path)
    unlink(path)
    for isRoomThere in [true, false] {
      if !isRoomThere { rmdir(state + "/records") }
      for storage in try both(running) {
        let store = FileRecordStore(storage)
        await expect("read", naming: path + " was removed", underlying: "record: removed") {
          _ = try await store.read("a")
        }
        await expect("write") { try await store.replace(Secret("3"), for: "a") }
        await expect("list") { _ = try await store.keys() }
        #expect(try storage.inventory().unreadable.map(\.0) == [path])
      }
    }
    mkdir(state + "/records", 0o700)
    TemporaryDirectory.write(path, current)
    #expect(try await store().read("a")?.value == Secret("1"))
  }

  @Test func aRecordThatWasDeletedDoesNotComeBack() async throws {
    let running = try storage()
    try await FileRecordStore(running).replace(Secret("1"), for: "a")
    let path = try file()
    let old = TemporaryDirectory.read(path)
    #expect(try await FileRecordStore(running).remove("a", expecting: nil))
    for storage in try both(running) { #expect(try await FileRecordStore(storage).read("a") == nil) }
    TemporaryDirectory.write(path, old)
    for storage in try both(running) {
      await expect("read") { _ = try await FileRecordStore(storage).read("a") }
      await expect("list") { _ = try await FileRecordStore(storage).keys() }
    }
  }

  /// A session of before the sign-out, a selection, a private key, the note of a renewal.
  @Test func everyKindOfRecordIsListed() async throws {
    let running = try storage()
    let (sessions, keys) = (FileSessionStore(running), FileKeyStore(running))
    var session = SessionStoreConformance.example("one", generation: 1)
    try await sessions.save(session)
    try await sessions.select(SessionID("one"), for: "provider")
    let key = try await keys.generate(.p256, policy: KeyPolicy(), namespace: "n")
    try await sessions.noteRenewal(of: session)
    let old = Dictionary(
      uniqueKeysWithValues: TemporaryDirectory.files(below: state).map { ($0, TemporaryDirectory.read($0)) })
    session.generation = 2
    try await sessions.save(session)
    try await sessions.select(SessionID("two"), for: "provider")
    try await sessions.noteRenewal(of: session)
    for room in ["sessions", "selections", "renewals"] {
      let path = try file(room)
      TemporaryDirectory.write(path, try #require(old[path]))
    }
    await expect("session") { _ = try await sessions.load(SessionID("one")) }
    await expect("selection") { _ = try await sessions.selection(for: "provider") }
    #expect(try await !sessions.hasUnfinishedRenewal(of: session), "an older note is no note")
    unlink(try file("keys"))
    await expect("key") { _ = try await keys.sign([1], with: key) }
  }

  @Test func theQuarantineSettlesIt() async throws {
    let running = try storage()
    for key in ["a", "b"] { try await FileRecordStore(running).replace(Secret("1"), for: key) }
    let paths = TemporaryDirectory.files(below: state + "/records")
    let old = TemporaryDirectory.read(paths[0])
    for key in ["a", "b"] { try await FileRecordStore(running).replace(Secret("2"), for: key) }
    TemporaryDirectory.write(paths[0], old)
    unlink(paths[1])
    #expect(try storage().inventory().unreadable.count == 2)
    #expect(try await storage().quarantineUnreadable().count == 1, "one file is moved, the other is missing")
    #expect(try storage().inventory().unreadable.isEmpty)
    for storage in try both(running) {
      for key in ["a", "b"] { #expect(try await FileRecordStore(storage).read(key) == nil) }
    }
    for key in ["a", "b"] { try await FileRecordStore(running).replace(Secret("3"), for: key) }
    for key in ["a", "b"] { #expect(try await store().read(key)?.value == Secret("3")) }
  }

  /// What was set aside does not come back by itself, also if it is the record that was written last.
  @Test func aQuarantinedRecordDoesNotComeBack() async throws {
    try await store().replace(Secret("1"), for: "a")
    let path = try file()
    let current = TemporaryDirectory.read(path)
    TemporaryDirectory.write(path, [1, 2, 3])
    #expect(try await storage().quarantineUnreadable().count == 1)
    TemporaryDirectory.write(path, current)
    await expect("read") { _ = try await store().read("a") }
  }

  /// A record that could not be moved is still the one that the list names.
  @Test func aQuarantineThatFailsSettlesNothing() async throws {
    let store = try store()
    try await store.replace(Secret("1"), for: "a")
    let path = try file()
    let current = TemporaryDirectory.read(path)
    TemporaryDirectory.write(path, [1, 2, 3])
    // A file is in the place of the directory.
    TemporaryDirectory.write(state + "/quarantine", [])
    await #expect(throws: AuthError.self) { try await storage().quarantineUnreadable() }
    TemporaryDirectory.write(path, current)
    #expect(try await self.store().read("a")?.value == Secret("1"))
  }

  /// A sign-out works also without the record.
  @Test func aRemovedSessionCanBeDeleted() async throws {
    let sessions = FileSessionStore(try storage())
    try await sessions.save(SessionStoreConformance.example("one"))
    unlink(try file("sessions"))
    try await sessions.delete(SessionID("one"))
    #expect(try await FileSessionStore(storage()).load(SessionID("one")) == nil)
    try await sessions.save(SessionStoreConformance.example("one"))
    #expect(try await FileSessionStore(storage()).load(SessionID("one")) != nil)
  }

  @Test func aRotationSealsNoOlderRecordAnew() async throws {
    let running = try storage()
    try await FileRecordStore(running).replace(Secret("1"), for: "a")
    let path = try file()
    let old = TemporaryDirectory.read(path)
    try await FileRecordStore(running).replace(Secret("2"), for: "a")
    TemporaryDirectory.write(path, old)
    try await storage().rotateWrappingKey()
    #expect(TemporaryDirectory.read(path) == old)
    for storage in try both(running) { await expect("read") { _ = try await FileRecordStore(storage).read("a") } }
    _ = try await storage().migrate()
    #expect(TemporaryDirectory.read(path) == old)
  }

  /// A crash at any step of a write leaves a record that reads back, and the older one is refused after the next write.
  @Test func everyStepOfAWriteLeavesAReadableRecord() async throws {
    try await store().replace(Secret("0"), for: "a")
    let path = try file()
    let oldest = TemporaryDirectory.read(path)
    for step in WriteStep.allCases {
      try await store().replace(Secret("1"), for: "a")
      let cut = FileRecordStore(try storage { $0 == step ? WriteStep.killed : 0 })
      await expect("cut off at \(step)", code: .internalError) { try await cut.replace(Secret("2"), for: "a") }
      let found = try await store().read("a")?.value
      #expect(found == Secret("1") || found == Secret("2"), "\(step)")
      try await store().replace(Secret("3"), for: "a")
      #expect(try await store().read("a")?.value == Secret("3"), "\(step)")
      let current = TemporaryDirectory.read(path)
      TemporaryDirectory.write(path, oldest)
      await expect("\(step)") { _ = try await store().read("a") }
      TemporaryDirectory.write(path, current)
    }
  }

  /// Readers and writers of several processes never take a change for a roll-back.
  @Test func concurrentChangesAreNoRollBack() async throws {
    let names = (0..<4).map { "\($0)" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let store = FileRecordStore(try storage())
          for turn in 0..<30 {
            let name = names[(writer + turn) % names.count]
            if turn % 7 == 6 {
              try await store.remove(name, expecting: nil)
            } else {
              try await store.replace(Secret("\(writer) \(turn)"), for: name)
            }
          }
        }
        group.addTask {
          let storage = try storage()
          let store = FileRecordStore(storage)
          for turn in 0..<200 {
            _ = try await store.read(names[turn % names.count])
            if turn % 20 == 0 { _ = try await store.keys() }
          }
        }
      }
      group.addTask { for _ in 0..<3 { try await storage().rotateWrappingKey() } }
      try await group.waitForAll()
    }
    #expect(try storage().inventory().unreadable.isEmpty)
  }

  /// Neither an appended entry nor a rewritten file accepts what is in another place of the part.
  @Test func aWriteBesideAcceptsNoOlderRecord() async throws {
    let running = try storage()
    let store = FileRecordStore(running)
    let (a, b) = try RecordManifest.neighbours(in: running)
    try await store.replace(Secret("1"), for: a)
    let path = try file()
    let old = TemporaryDirectory.read(path)
    try await store.replace(Secret("2"), for: a)
    TemporaryDirectory.write(path, old)
    for turn in 0..<150 { try await store.replace(Secret("\(turn)"), for: b) }
    for storage in try both(running) {
      await expect("read") { _ = try await FileRecordStore(storage).read(a) }
      #expect(try await FileRecordStore(storage).read(b)?.value == Secret("149"))
    }
    try await self.storage().rotateWrappingKey()
    await expect("after a rotation") { _ = try await self.store().read(a) }
  }

  /// The list is appended to; only a file that has grown is rewritten.
  @Test func aPartIsRewrittenRarely() async throws {
    let store = try store()
    try await store.replace(Secret("0"), for: "a")
    let part = try #require(TemporaryDirectory.files(below: manifest()).first)
    var (files, sizes) = (Set<UInt64>(), Set<Int>())
    for turn in 0..<120 {
      try await store.replace(Secret("\(turn)"), for: "a")
      var status = stat()
      #expect(lstat(part, &status) == 0)
      files.insert(UInt64(status.st_ino))
      sizes.insert(Int(status.st_size))
    }
    #expect(sizes.count > 30, "entries are appended")
    #expect((sizes.max() ?? 0) > 8_192 && (sizes.max() ?? 0) < 9_000)
    #expect(files.count >= 2 && files.count <= 4, "the file was replaced \(files.count - 1) times")
  }

  /// A renewal reserves what the commit and the removal of the note add to the list.
  @Test func aRenewalReservesItsEntries() async throws {
    let sessions = FileSessionStore(try storage())
    var session = SessionStoreConformance.example("one", generation: 1)
    try await sessions.save(session)
    try await sessions.noteRenewal(of: session)
    let parts = TemporaryDirectory.files(below: try manifest())
    let sizes = Dictionary(uniqueKeysWithValues: parts.map { ($0, TemporaryDirectory.read($0).count) })
    #expect(sizes.values.allSatisfy { $0 >= 2_048 }, "zeros follow the entries")
    #expect(parts.allSatisfy { TemporaryDirectory.read($0).suffix(1_900).allSatisfy { $0 == 0 } })
    session.generation = 2
    #expect(try await sessions.save(session, replacing: 1))
    try await sessions.delete(session.id)
    for part in parts { #expect(TemporaryDirectory.read(part).count == sizes[part], "no part has grown") }
    #expect(try await FileSessionStore(storage()).load(session.id) == nil)
    #expect(try storage().inventory().unreadable.isEmpty)
  }

  @Test func aPartIsRewrittenBeforeItGrows() async throws {
    let store = try store()
    for turn in 0..<200 { try await store.replace(Secret("\(turn)"), for: "a") }
    let part = try #require(TemporaryDirectory.files(below: manifest()).first)
    #expect(TemporaryDirectory.read(part).count < 10_000)
    #expect(try await self.store().read("a")?.value == Secret("199"))
  }
}

import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An older state of a directory is put back, while the file of the wrapping key stays as it is.
@Suite struct StateAnchorTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }
  var volume: String { directory.path + "/volume" }
  var file: String { volume + "/wrapping.key" }
  var key: String { state + "/key" }

  init() { mkdir(volume, 0o700) }

  func storage(wrapped: Bool = true, _ name: String = "state") throws -> FileStorage {
    FileStorage(
      directory: directory.path + "/" + name, wrapping: wrapped ? try KeyFileWrapping(path: file) : nil)
  }

  func store(_ name: String = "state") throws -> FileRecordStore { FileRecordStore(try storage(name)) }

  func storage(_ name: String) throws -> FileStorage { try storage(wrapped: true, name) }

  func content() throws -> KeyFileContent {
    try KeyFileContent(decoding: TemporaryDirectory.read(file), path: file)
  }

  /// Expects that neither a new process nor a running one reads or writes anything, until `key` is restored.
  func expectRolledBack(_ running: FileRecordStore, _ what: Comment) async throws {
    let planted = TemporaryDirectory.read(key)
    for store in [try store(), running] {
      let writing = await #expect(throws: AuthError.self, what) { try await store.replace(Secret("new"), for: "a") }
      #expect(writing?.code == .storeRolledBack, what)
    }
    let reading = await #expect(throws: AuthError.self, what) { try await store().read("a") }
    #expect(reading?.code == .storeRolledBack && reading?.message.contains(key) == true, what)
    let rotating = await #expect(throws: AuthError.self, what) { try await storage().rotateWrappingKey() }
    #expect(rotating?.code == .storeRolledBack, what)
    #expect(TemporaryDirectory.read(key) == planted, what)
  }

  @Test func anEarlierKeyFileIsNoticed() async throws {
    let running = try store()
    try await running.replace(Secret("1"), for: "a")
    let old = TemporaryDirectory.read(key)
    try await storage().rotateWrappingKey()
    try await running.replace(Secret("2"), for: "a")
    let current = TemporaryDirectory.read(key)
    TemporaryDirectory.write(key, old)
    try await expectRolledBack(running, "an earlier wrapped key")
    TemporaryDirectory.write(key, current)
    #expect(try await store().read("a")?.value == Secret("2"))
    try await running.replace(Secret("3"), for: "a")
  }

  /// The key file from before the directory was wrapped: anyone who read it then could open new records.
  @Test func aPlainKeyDoesNotReplaceAWrappedOne() async throws {
    try await FileRecordStore(try storage(wrapped: false)).replace(Secret("1"), for: "a")
    let plain = TemporaryDirectory.read(key)
    let running = try store()
    try await running.replace(Secret("2"), for: "a")
    let current = TemporaryDirectory.read(key)
    #expect(current != plain)
    TemporaryDirectory.write(key, plain)
    try await expectRolledBack(running, "the plain key of the same directory")
    TemporaryDirectory.write(key, current)
    #expect(try await store().read("a")?.value == Secret("2"))
  }

  /// A whole other directory in the place of the wrapped one.
  @Test func aPlantedDirectoryIsNotAccepted() async throws {
    let running = try store()
    try await running.replace(Secret("1"), for: "a")
    let other = FileStorage(directory: directory.path + "/other")
    try await FileRecordStore(other).replace(Secret("planted"), for: "a")
    rename(state, directory.path + "/kept")
    rename(directory.path + "/other", state)
    let error = await #expect(throws: AuthError.self) { try await store().read("a") }
    #expect(error?.code == .storeRolledBack)
    rename(state, directory.path + "/other")
    rename(directory.path + "/kept", state)
    #expect(try await store().read("a")?.value == Secret("1"))
  }

  /// Without a place for a note, only a process that has seen the wrapped keys notices plain ones.
  @Test func aRunningProcessRefusesAPlainKeyWithoutANote() async throws {
    let wrapping = ReversingWrapping()
    try await FileRecordStore(FileStorage(directory: state)).replace(Secret("1"), for: "a")
    let plain = TemporaryDirectory.read(key)
    let running = FileRecordStore(FileStorage(directory: state, wrapping: wrapping))
    try await running.replace(Secret("2"), for: "a")
    TemporaryDirectory.write(key, plain)
    let error = await #expect(throws: AuthError.self) { try await running.replace(Secret("3"), for: "a") }
    #expect(error?.code == .storeRolledBack)
    #expect(TemporaryDirectory.read(key) == plain)
  }

  @Test func aChangeOfTheConfigurationIsNoRollBack() async throws {
    try await store().replace(Secret("1"), for: "a")
    let former = [try KeyFileWrapping(path: file)]
    let plain = FileRecordStore(FileStorage(directory: state, formerWrappings: former))
    try await plain.replace(Secret("2"), for: "a")
    #expect(try KeyFile(decoding: TemporaryDirectory.read(key), path: key).wrapping == "")
    #expect(try await store().read("a")?.value == Secret("2"))
    try await store().replace(Secret("3"), for: "a")
    #expect(try KeyFile(decoding: TemporaryDirectory.read(key), path: key).wrapping == "key-file")
    #expect(try await store().read("a")?.value == Secret("3"))
  }

  /// A directory of an earlier version, whose key file has no notes.
  @Test func theFirstWriteMakesTheNote() async throws {
    try await store().replace(Secret("1"), for: "a")
    let bare = KeyFile(wrapping: "", keys: Secret(joining: try content().keys)).encoded.revealBytes()
    TemporaryDirectory.write(file, bare)
    let old = TemporaryDirectory.read(key)
    #expect(try await store().read("a")?.value == Secret("1"))
    #expect(TemporaryDirectory.read(file) == bare, "reading writes nothing")
    let running = try store()
    try await running.replace(Secret("2"), for: "a")
    #expect(TemporaryDirectory.read(file) != bare)
    try await storage().rotateWrappingKey()
    TemporaryDirectory.write(key, old)
    try await expectRolledBack(running, "of an earlier version")
  }

  /// A rotation that was killed after it replaced the key file leaves two accepted files. The next write settles that.
  @Test func theNextWriteSettlesAKilledRotation() async throws {
    try await store().replace(Secret("1"), for: "a")
    let old = TemporaryDirectory.read(key)
    let killed = FileStorage(
      directory: state, clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(30),
      wrapping: try KeyFileWrapping(path: file)
    ) { $0 == .syncDirectory ? WriteStep.killed : 0 }
    await #expect(throws: AuthError.self) { try await killed.rotateWrappingKey() }
    #expect(TemporaryDirectory.read(key) != old)
    try await store().replace(Secret("2"), for: "a")
    let current = TemporaryDirectory.read(key)
    TemporaryDirectory.write(key, old)
    let error = await #expect(throws: AuthError.self) { try await store().read("a") }
    #expect(error?.code == .storeRolledBack)
    TemporaryDirectory.write(key, current)
    #expect(try await store().read("a")?.value == Secret("2"))
  }

  /// A rotation that is cut off at any step leaves a directory that opens, and that the next rotation completes.
  @Test func everyStepOfARotationLeavesAValidNote() async throws {
    for step in 0..<40 {
      let place = TemporaryDirectory()
      mkdir(place.path + "/volume", 0o700)
      let wrapping = try KeyFileWrapping(path: place.path + "/volume/key")
      let whole = FileStorage(directory: place.path + "/state", wrapping: wrapping)
      try await FileRecordStore(whole).replace(Secret("1"), for: "a")
      let steps = Counter()
      let cut = FileStorage(
        directory: place.path + "/state", clock: SystemClock(), random: SystemRandomSource(),
        lockTimeout: .seconds(30), wrapping: wrapping
      ) { _ in steps.increment() == step ? WriteStep.killed : 0 }
      do { try await cut.rotateWrappingKey() } catch {}
      let after = FileStorage(directory: place.path + "/state", wrapping: wrapping)
      #expect(try await FileRecordStore(after).read("a")?.value == Secret("1"), "step \(step)")
      try await after.rotateWrappingKey()
      #expect(try await FileRecordStore(after).read("a")?.value == Secret("1"), "step \(step)")
      if steps.count < step { return }
    }
    Issue.record("the rotation has more steps than were tried")
  }
}

/// Several directories with one key file.
@Suite struct SharedKeyFileTests {
  let directory = TemporaryDirectory()
  var file: String { directory.path + "/volume/wrapping.key" }

  init() { mkdir(directory.path + "/volume", 0o700) }

  func storage(_ name: String) throws -> FileStorage {
    FileStorage(directory: directory.path + "/" + name, wrapping: try KeyFileWrapping(path: file))
  }

  func expectReadable(_ names: [String]) async throws {
    for name in names {
      #expect(try await FileRecordStore(storage(name)).read("a")?.value == Secret(name), "\(name)")
    }
  }

  func keyCount() throws -> Int {
    try KeyFileContent(decoding: TemporaryDirectory.read(file), path: file).keys.count
  }

  @Test func aRemovedKeyLeavesNothing() throws {
    let (first, second) = (Secret([UInt8](repeating: 1, count: 32)), Secret([UInt8](repeating: 2, count: 32)))
    var content = KeyFileContent(first)
    content.register([1], of: first)
    content.add(second)
    content.register([2], of: second)
    content.discard([1], of: KeyFileContent.name(of: first))
    #expect(content.keys == [second])
    let text = String(decoding: content.encoded.revealBytes(), as: UTF8.self)
    #expect(!text.contains(KeyFileContent.name(of: first)) && text.contains(KeyFileContent.name(of: second)))
  }

  @Test func aRotationKeepsTheKeysOfTheOthers() async throws {
    let names = ["one", "two", "three"]
    for name in names { try await FileRecordStore(storage(name)).replace(Secret(name), for: "a") }
    #expect(try keyCount() == 1)
    for name in names {
      try await storage(name).rotateWrappingKey()
      try await expectReadable(names)
    }
    // The first key wraps nothing any more; each directory has a key of its own.
    #expect(try keyCount() == 3)
    for _ in 0..<3 { try await storage("one").rotateWrappingKey() }
    try await expectReadable(names)
    // The current key, and those of the two other directories.
    #expect(try keyCount() == 3)
  }

  @Test func rotationsAtOnceLoseNothing() async throws {
    let names = (0..<6).map { "state-\($0)" }
    for name in names { try await FileRecordStore(storage(name)).replace(Secret(name), for: "a") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in names {
        group.addTask { for _ in 0..<5 { try await storage(name).rotateWrappingKey() } }
      }
      try await group.waitForAll()
    }
    try await expectReadable(names)
    #expect(try keyCount() <= names.count + 1)
  }

  /// What wraps with a key that an earlier version made is not known, so the key stays.
  @Test func aKeyOfAnEarlierVersionStays() async throws {
    for name in ["one", "two"] { try await FileRecordStore(storage(name)).replace(Secret(name), for: "a") }
    let content = try KeyFileContent(decoding: TemporaryDirectory.read(file), path: file)
    TemporaryDirectory.write(file, KeyFile(wrapping: "", keys: Secret(joining: content.keys)).encoded.revealBytes())
    try await storage("one").rotateWrappingKey()
    try await storage("one").rotateWrappingKey()
    try await expectReadable(["one", "two"])
  }

  /// A repeated discard, as after a crash, removes nothing that another directory uses.
  @Test func aRepeatedDiscardIsHarmless() throws {
    let wrapping = try KeyFileWrapping(path: file)
    let first = try wrapping.wrap(Secret([1]), replacing: nil)
    let second = try wrapping.wrap(Secret([2]), replacing: nil)
    let third = try wrapping.wrap(Secret([3]), replacing: first)
    try wrapping.discard(first)
    try wrapping.discard(first)
    #expect(try wrapping.unwrap(second) == Secret([2]))
    #expect(try wrapping.unwrap(third) == Secret([3]))
    try wrapping.discard(second)
    #expect(throws: AuthError(.keyUnavailable, "")) { try wrapping.unwrap(second) }
    #expect(try wrapping.unwrap(third) == Secret([3]))
    try wrapping.discard(third)
    #expect(try wrapping.unwrap(third) == Secret([3]), "the current key stays")
  }
}

import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How long a key file, its former keys and its notes last: first processes, damaged records, changes of the wrapping.
@Suite struct KeyFileLifeTests: WrappedDirectorySuite {
  let directory = TemporaryDirectory()

  func record() throws -> String { try #require(TemporaryDirectory.files(below: state + "/records").first) }

  /// Several processes start at once where an earlier directory was. None may take the note of another.
  @Test func manyFirstUsersOfAWrappedDirectoryAgree() async throws {
    for round in 0..<25 {
      TemporaryDirectory.removeTree(state)
      let wrapping = try keyFileWrapping()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<8 {
          group.addTask { try await store(wrapping).replace(Secret("\(index)"), for: "\(index)") }
        }
        try await group.waitForAll()
      }
      for index in 0..<8 {
        #expect(try await store(wrapping).read("\(index)")?.value == Secret("\(index)"), "round \(round)")
      }
    }
  }

  /// Two processes have seen no keys, and continue when another process has made them.
  @Test func lateFirstUsersTakeNoNotes() async throws {
    let noting = NotingWrapping()
    let entered = Counter()
    let isMade = Locked(false)
    let late = LateWrapping(base: noting) {
      _ = entered.increment()
      for _ in 0..<50 where !isMade.withLock({ $0 }) { usleep(10_000) }
    }
    let state = state
    @Sendable func make(_ wrapping: any KeyWrapping) async -> Result<VaultKeys, AuthError>? {
      await BlockingThread.run {
        do throws(AuthError) {
          return .success(try FileStorage(directory: state, wrapping: wrapping).keysOrMake())
        } catch {
          return .failure(error)
        }
      }
    }
    async let one = make(late)
    async let other = make(late)
    for _ in 0..<30 where entered.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
    let first = try #require(await make(noting)).get()
    isMade.withLock { $0 = true }
    for result in [await one, await other] { #expect(try #require(result).get().hasSameNames(as: first)) }
    #expect(try storage(noting).keys()?.hasSameNames(as: first) == true)
  }

  /// A record that cannot be opened keeps its key, and only that one, however often the keys are rotated.
  @Test func aDamagedRecordDoesNotMakeTheKeyFileGrow() async throws {
    let wrapping = try keyFileWrapping()
    for name in ["a", "b"] { try await store(wrapping).replace(Secret(name), for: name) }
    let path = try record()
    let good = TemporaryDirectory.read(path)
    TemporaryDirectory.write(path, good.dropLast() + [good[good.count - 1] ^ 1])
    #expect(try await storage(wrapping).quarantineUnreadable().count == 1)
    for _ in 0..<2 { try await storage(wrapping).rotateWrappingKey() }
    let size = TemporaryDirectory.read(key).count
    for _ in 0..<80 { try await storage(wrapping).rotateWrappingKey() }
    #expect(TemporaryDirectory.read(key).count == size)
    let keys = try #require(try storage(wrapping).keys())
    #expect(keys.retired.count == 1 && keys.sealingKey(identity: good[8..<16]) != nil)
  }

  /// Without a place for notes of its own, a wrapping is adopted once, also while the former one is configured.
  @Test func aFormerPlaceOfNotesCausesNoFurtherRotations() async throws {
    let former = try keyFileWrapping()
    try await store(former).replace(Secret("1"), for: "a")
    for wrapping in [ReversingWrapping(), nil] {
      try await store(wrapping, former: [former, ReversingWrapping()]).replace(Secret("2"), for: "a")
      let adopted = TemporaryDirectory.read(key)
      for turn in 0..<3 {
        try await store(wrapping, former: [former, ReversingWrapping()]).replace(Secret("\(turn)"), for: "a")
      }
      #expect(TemporaryDirectory.read(key) == adopted)
    }
  }

  /// A place that is full causes no rotation at each start, and loses no manifest.
  @Test func aFullPlaceOfNotesCausesNoRotations() async throws {
    let noting = NotingWrapping()
    noting.place.isFull.withLock { $0 = true }
    try await store(noting).replace(Secret("1"), for: "a")
    let adopted = TemporaryDirectory.read(key)
    for turn in 0..<3 { try await store(noting).replace(Secret("\(turn)"), for: "a") }
    #expect(try TemporaryDirectory.read(key) == adopted && keyFile().manifest == nil)
    noting.place.isFull.withLock { $0 = false }
    try await store(noting).replace(Secret("2"), for: "a")
    let listed = TemporaryDirectory.read(key)
    #expect(try keyFile().isComplete)
    noting.place.isFull.withLock { $0 = true }
    let error = await #expect(throws: AuthError.self) { try await storage(noting).acceptPresentState() }
    #expect(error?.code == .storeFull)
    #expect(TemporaryDirectory.read(key) == listed)
  }

  /// The process has the keys; the directory is emptied, and the key file cannot be written again. The note stays, so
  /// that an old state is still refused.
  @Test func aFailedAttemptKeepsTheNoteOfTheKeysInUse() async throws {
    let isFailing = Locked(false)
    let running = FileStorage(
      directory: state, clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(5),
      wrapping: try keyFileWrapping()
    ) { $0 == .create && isFailing.withLock { $0 } ? EACCES : 0 }
    try await FileRecordStore(running).replace(Secret("1"), for: "a")
    TemporaryDirectory.copyTree(state, to: directory.path + "/copy")
    try await running.rotateWrappingKey()
    TemporaryDirectory.removeTree(state + "/records")
    unlink(key)
    isFailing.withLock { $0 = true }
    await #expect(throws: AuthError(.storePermissions, "")) {
      try await FileRecordStore(running).replace(Secret("2"), for: "b")
    }
    TemporaryDirectory.removeTree(state)
    rename(directory.path + "/copy", state)
    let error = await #expect(throws: AuthError.self) { try await store(keyFileWrapping()).read("a") }
    #expect(error?.code == .storeRolledBack)
    let keys = try #require(running.loadedKeys.withLock { $0?.keys })
    let notes = DirectoryNotes(keys, path: state, fileNumber: nil)
    #expect(try keyFileWrapping().note(notes.keys)?.isEmpty == false)
  }

  /// The first wrapping of a plain directory is killed at any step, or a link lies where records are. The next writes
  /// end it: the plain key is gone, and a record from before is refused.
  @Test(arguments: [nil, "quarantine/zz", "records/zz.sealed"])
  func anInterruptedWrappingIsCompleted(link: String?) async throws {
    for step in 0..<40 {
      let place = TemporaryDirectory()
      let (state, noting) = (place.path + "/state", NotingWrapping())
      func store(_ wrapping: (any KeyWrapping)?) -> FileRecordStore {
        FileRecordStore(FileStorage(directory: state, wrapping: wrapping))
      }
      for name in ["a", "b"] { try await store(nil).replace(Secret(name), for: name) }
      let plain = try #require(try FileStorage(directory: state).keys())
      let path = try #require(TemporaryDirectory.files(below: state + "/records").first)
      let old = TemporaryDirectory.read(path)
      mkdir(state + "/quarantine", 0o700)
      // A file with the id of the plain key in its header.
      TemporaryDirectory.write(state + "/quarantine/planted.sealed", Array(old.prefix(24)))
      if let link { symlink("/etc/passwd", state + "/" + link) }
      let steps = Counter()
      let killed = FileStorage(
        directory: state, clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(5),
        wrapping: noting
      ) { _ in steps.increment() == step ? WriteStep.killed : 0 }
      do { try await FileRecordStore(killed).replace(Secret("c"), for: "c") } catch {}
      for turn in 0..<2 { try await store(noting).replace(Secret("\(turn)"), for: "d") }
      let file = try KeyFile(decoding: TemporaryDirectory.read(state + "/key"), path: "key")
      #expect(file.isComplete && !file.isUnfinished, "step \(step)")
      let keys = try #require(try FileStorage(directory: state, wrapping: noting).keys())
      #expect(keys.sealingKey(identity: plain.primary.identity) == nil, "step \(step)")
      for name in ["a", "b"] { #expect(try await store(noting).read(name)?.value == Secret(name), "step \(step)") }
      TemporaryDirectory.write(path, old)
      let error = await #expect(throws: AuthError.self) {
        for name in ["a", "b"] { _ = try await store(noting).read(name) }
      }
      #expect(error?.code == .storeRolledBack, "step \(step)")
      if steps.count <= step { return }
    }
    Issue.record("the wrapping has more steps than were tried")
  }

  /// Without a manifest, too, the next write removes plain keys that an interrupted wrapping left.
  @Test func anInterruptedWrappingWithoutAManifestIsCompleted() async throws {
    try await store(nil).replace(Secret("1"), for: "a")
    let plain = try #require(try storage(nil).keys())
    let (steps, wrapping) = (Counter(), ReversingWrapping())
    let killed = FileStorage(
      directory: state, clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(5),
      wrapping: wrapping
    ) { $0 == .rename && steps.increment() == 2 ? WriteStep.killed : 0 }
    await #expect(throws: AuthError.self) { try await FileRecordStore(killed).replace(Secret("2"), for: "b") }
    #expect(try keyFile().isUnfinished)
    #expect(try storage(wrapping).keys()?.sealingKey(identity: plain.primary.identity) != nil)
    try await store(wrapping).replace(Secret("2"), for: "b")
    #expect(try storage(wrapping).keys()?.sealingKey(identity: plain.primary.identity) == nil)
    #expect(try await store(wrapping).read("a")?.value == Secret("1"))
  }

  /// The place of the former wrapping can only be read, or is away for a time.
  @Test(arguments: [true, false])
  func aFormerPlaceThatCannotBeWrittenLocksNobodyOut(isFull: Bool) async throws {
    let noting = NotingWrapping()
    try await store(noting).replace(Secret("1"), for: "a")
    noting.place.isFull.withLock { $0 = isFull }
    try await store(nil, former: [noting]).replace(Secret("2"), for: "a")
    noting.place.isAway.withLock { $0 = !isFull }
    try await storage(nil, former: [noting]).rotateWrappingKey()
    noting.place.isAway.withLock { $0 = false }
    #expect(try await store(nil, former: [noting]).read("a")?.value == Secret("2"))
    try await store(nil, former: [noting]).replace(Secret("3"), for: "a")
  }

  /// The notes end with the wrapping, so that the directory can go back to it.
  @Test func aDirectoryGoesBackToAFormerWrapping() async throws {
    let wrapping = try keyFileWrapping()
    try await store(wrapping).replace(Secret("1"), for: "a")
    try await store(nil, former: [wrapping]).replace(Secret("2"), for: "a")
    try await storage(nil).rotateWrappingKey()
    try await store(wrapping).replace(Secret("3"), for: "a")
    #expect(try await store(wrapping).read("a")?.value == Secret("3"))
    #expect(try keyFile().isComplete)
  }

  @Test func aRunningProcessFollowsAnAcceptance() async throws {
    let running = try store(keyFileWrapping())
    for name in ["a", "b"] { try await running.replace(Secret(name), for: name) }
    try await storage(keyFileWrapping()).acceptPresentState()
    for name in ["a", "b"] { #expect(try await running.read(name)?.value == Secret(name)) }
    try await running.replace(Secret("2"), for: "a")
    #expect(try await store(keyFileWrapping()).read("a")?.value == Secret("2"))
  }

  @Test func anAliasOfTheStorageDirectoryIsNoOtherPlace() async throws {
    mkdir(state, 0o700)
    symlink(state, directory.path + "/alias")
    mkdir(state + "/inner", 0o700)
    symlink(state + "/inner", directory.path + "/inner")
    let error = await #expect(throws: AuthError.self) {
      try await store(KeyFileWrapping(path: directory.path + "/inner/wk")).replace(Secret("1"), for: "a")
    }
    #expect(error?.code == .invalidConfiguration || error?.code == .storePermissions)
    mkdir(directory.path + "/parent", 0o700)
    symlink(directory.path, directory.path + "/parent/link")
    let linked = await #expect(throws: AuthError.self) {
      try await store(KeyFileWrapping(path: directory.path + "/parent/link/state/wk")).replace(Secret("1"), for: "a")
    }
    #expect(linked?.code == .invalidConfiguration)
  }
}

/// A wrapping that does something before it wraps.
private struct LateWrapping: StateAnchoring {
  let base: NotingWrapping
  let before: @Sendable () -> Void

  var id: String { base.id }
  var manifestPlace: ManifestPlace { base.manifestPlace }

  func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    before()
    return try base.wrap(keys, replacing: old)
  }

  func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret { try base.unwrap(wrapped) }
  func discard(_ wrapped: [UInt8]) throws(AuthError) { try base.discard(wrapped) }
  func note(_ name: String) throws(AuthError) -> [UInt8]? { try base.note(name) }
  func store(_ note: [UInt8], named name: String) throws(AuthError) -> Bool { try base.store(note, named: name) }
}

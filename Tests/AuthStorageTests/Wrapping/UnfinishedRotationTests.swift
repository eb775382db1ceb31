import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Rotations that do not end, again and again: kills, planted files, former places that cannot be changed.
@Suite struct UnfinishedRotationTests: WrappedDirectorySuite {
  let directory = TemporaryDirectory()

  /// Each process is killed while it completes the rotation of the one before.
  @Test func killedProcessesDoNotMakeTheKeyFileGrow() async throws {
    let names = (0..<30).map { "\($0)" }
    for name in names { try await store(nil).replace(Secret(name), for: name) }
    let wrapping = try keyFileWrapping()
    func kill() async {
      let renames = Counter()
      let killed = storage(wrapping) { $0 == .rename && renames.increment() == 2 ? WriteStep.killed : 0 }
      do { try await FileRecordStore(killed).replace(Secret("c"), for: "c") } catch {}
    }
    // The first one stores the keys; the others only have records to seal, one each.
    await kill()
    #expect(try keyFile().isUnfinished)
    let size = TemporaryDirectory.read(key).count
    for _ in 0..<20 { await kill() }
    #expect(try keyFile().isUnfinished && TemporaryDirectory.read(key).count == size)
    for _ in 0..<5 {
      let failing = storage(wrapping) { $0 == .rename ? EIO : 0 }
      await #expect(throws: AuthError.self) { try await failing.rotateWrappingKey() }
    }
    try await store(wrapping).replace(Secret("c"), for: "c")
    #expect(try !keyFile().isUnfinished)
    for name in names + ["c"] { #expect(try await store(wrapping).read(name)?.value == Secret(name)) }
  }

  /// A user's own rotations fail after their first step. The key file lists no wrapping key that could be deleted.
  @Test func failedRotationsListOnlyWhatIsLeft() async throws {
    let wrapping = try keyFileWrapping()
    for name in ["a", "b"] { try await store(wrapping).replace(Secret(name), for: name) }
    for _ in 0..<10 {
      let renames = Counter()
      let failing = storage(wrapping) { $0 == .rename && renames.increment() > 1 ? EIO : 0 }
      await #expect(throws: AuthError.self) { try await failing.rotateWrappingKey() }
    }
    #expect(try keyFile().replaced.count <= 1)
    try await storage(wrapping).rotateWrappingKey()
    for name in ["a", "b"] { #expect(try await store(wrapping).read(name)?.value == Secret(name)) }
  }

  /// A file that is too large, or that others can read, does not stop a rotation.
  @Test(arguments: ["quarantine", "records"])
  func filesThatCannotBeReadDoNotStopARotation(room: String) async throws {
    try await store(nil).replace(Secret("1"), for: "a")
    let plain = try #require(try storage(nil).keys())
    mkdir(state + "/quarantine", 0o700)
    let large = state + "/\(room)/" + String(repeating: "ab", count: 20) + ".sealed"
    TemporaryDirectory.write(large, [0])
    truncate(large, 17 << 20)
    if room == "quarantine" {
      TemporaryDirectory.write(state + "/quarantine/open.sealed", [0])
      chmod(state + "/quarantine/open.sealed", 0o644)
    }
    let wrapping = try keyFileWrapping()
    try await store(wrapping).replace(Secret("2"), for: "b")
    #expect(try !keyFile().isUnfinished && keyFile().isComplete)
    #expect(try storage(wrapping).keys()?.sealingKey(identity: plain.primary.identity) == nil)
    try await storage(wrapping).rotateWrappingKey()
    #expect(try await store(wrapping).read("a")?.value == Secret("1"))
  }

  /// A record that others can read keeps its key.
  @Test func aRecordWithAWrongModeKeepsItsKey() async throws {
    let wrapping = try keyFileWrapping()
    for name in ["a", "b"] { try await store(wrapping).replace(Secret(name), for: name) }
    let path = try #require(TemporaryDirectory.files(below: state + "/records").first)
    chmod(path, 0o644)
    #expect(try await storage(wrapping).rotateWrappingKey() == [path])
    chmod(path, 0o600)
    for name in ["a", "b"] { #expect(try await store(wrapping).read(name)?.value == Secret(name)) }
  }

  /// The change of the wrapping would lose the key of this record. It waits, and the message names the file.
  @Test func aPlainRecordWithAWrongModeIsNotLost() async throws {
    for name in ["a", "b"] { try await store(nil).replace(Secret(name), for: name) }
    let path = try #require(TemporaryDirectory.files(below: state + "/records").first)
    chmod(path, 0o644)
    let wrapping = try keyFileWrapping()
    let error = await #expect(throws: AuthError.self) { try await store(wrapping).replace(Secret("c"), for: "c") }
    #expect(error?.code == .storePermissions && error?.message.contains("chmod 600 \(path)") == true)
    chmod(path, 0o600)
    try await store(wrapping).replace(Secret("c"), for: "c")
    for name in ["a", "b", "c"] { #expect(try await store(wrapping).read(name)?.value == Secret(name)) }
  }

  /// A record of a later version keeps the directory plain. It can be set aside before the wrapping changes.
  @Test func aChangeOfTheWrappingDoesNotStopTheQuarantine() async throws {
    for name in ["a", "b"] { try await store(nil).replace(Secret(name), for: name) }
    let path = try #require(TemporaryDirectory.files(below: state + "/records").first)
    var bytes = TemporaryDirectory.read(path)
    (bytes[6], bytes[7]) = (200, ~200)
    TemporaryDirectory.write(path, bytes)
    let wrapping = try keyFileWrapping()
    await #expect(throws: AuthError(.storeVersion, "")) { try await store(wrapping).replace(Secret("c"), for: "c") }
    #expect(try await storage(wrapping).quarantineUnreadable().count == 1)
    try await store(wrapping).replace(Secret("c"), for: "c")
    #expect(try keyFile().isComplete)
  }

  /// A damaged record that is repaired later can be read, if its keys were wrapped: after a change of the wrapping, and
  /// after an acceptance.
  @Test func aDamagedRecordKeepsItsKeyThroughEveryRotation() async throws {
    let (first, second) = (ReversingWrapping(), try keyFileWrapping())
    for name in ["a", "b"] { try await store(first).replace(Secret(name), for: name) }
    let path = try #require(TemporaryDirectory.files(below: state + "/records").first)
    let good = TemporaryDirectory.read(path)
    TemporaryDirectory.write(path, good.dropLast() + [good[good.count - 1] ^ 1])
    try await store(second, former: [first]).replace(Secret("c"), for: "c")
    try await storage(second).acceptPresentState()
    TemporaryDirectory.write(path, good)
    try await storage(second).acceptPresentState()
    for name in ["a", "b"] { #expect(try await store(second).read(name)?.value == Secret(name)) }
  }

  /// A process is killed after it has stored keys of another wrapping, and before the notes of the former one have
  /// ended.
  @Test func notesOfAFormerWrappingEndLater() async throws {
    let (former, next) = (NotingWrapping(), try keyFileWrapping())
    try await store(former).replace(Secret("1"), for: "a")
    let steps = Counter()
    let killed = storage(next, former: [former]) {
      $0 == .syncDirectory && steps.increment() == 1 ? WriteStep.killed : 0
    }
    await #expect(throws: AuthError.self) { try await FileRecordStore(killed).replace(Secret("2"), for: "a") }
    former.place.isAway.withLock { $0 = true }
    try await store(next, former: [former]).replace(Secret("2"), for: "a")
    former.place.isAway.withLock { $0 = false }
    try await store(next, former: [former]).replace(Secret("3"), for: "a")
    try await store(former, former: [next]).replace(Secret("4"), for: "a")
    #expect(try await store(former).read("a")?.value == Secret("4"))
  }

  /// The rotation of another process takes a long time. This process continues as soon as the keys are stored.
  @Test func aLongRotationStopsNoOtherProcess() async throws {
    for name in ["a", "b"] { try await store(nil).replace(Secret(name), for: name) }
    let wrapping = try keyFileWrapping()
    let renames = Counter()
    let isReleased = Locked(false)
    let slow = storage(wrapping) { step in
      // The second file that is replaced is a record.
      guard step == .rename, renames.increment() == 2 else { return 0 }
      for _ in 0..<2_000 where !isReleased.withLock({ $0 }) { usleep(5_000) }
      return 0
    }
    // This process has read the plain keys. It would have to rotate, too.
    let early = storage(wrapping)
    #expect(try early.keys() != nil)
    async let rotation: Void = FileRecordStore(slow).replace(Secret("c"), for: "c")
    while renames.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    for process in [early, storage(wrapping)] {
      try await FileRecordStore(process).replace(Secret("d"), for: "d")
    }
    #expect(!isReleased.withLock { $0 })
    isReleased.withLock { $0 = true }
    try await rotation
    for name in ["a", "b", "c", "d"] { #expect(try await store(wrapping).read(name)?.value == Secret(name)) }
  }

  /// `acceptPresentState` also wraps a plain directory, whose wrapping key does not exist yet.
  @Test func aPlainDirectoryIsAccepted() async throws {
    try await store(nil).replace(Secret("1"), for: "a")
    #expect(try await storage(keyFileWrapping()).acceptPresentState() == [])
    #expect(try keyFile().isComplete)
    #expect(try await store(keyFileWrapping()).read("a")?.value == Secret("1"))
  }
}

import AuthCore
import AuthStorage
import AuthTesting
import TestSupport
import Testing

/// Locks work across processes, have a time limit for waiting, and end with their holder.
@Suite struct FileLockTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }

  static let holder = """
    import fcntl, sys
    f = open(sys.argv[1], "r+")
    fcntl.flock(f, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.readline()
    fcntl.flock(f, fcntl.LOCK_UN)
    print("free", flush=True)
    sys.stdin.readline()
    """

  static let counter = """
    import fcntl, sys
    for _ in range(200):
        with open(sys.argv[1], "r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with open(sys.argv[2], "r+") as f:
                n = int(f.read())
                f.seek(0)
                f.write(str(n + 1))
    print("done", flush=True)
    """

  /// Returns the file of a lock, which is created when the lock is taken for the first time.
  func lockFile(_ store: FileSessionStore) async throws -> String {
    try await store.withLock(on: "session") { () async throws(AuthError) in }
    return try #require(TemporaryDirectory.files(below: state + "/locks").first)
  }

  @Test func lockOfAnotherProcessExcludesUs() async throws {
    let file = try await lockFile(FileSessionStore(FileStorage(directory: state)))
    let other = try #require(PythonProcess(Self.holder, [file]), "python3 is needed")
    #expect(other.readLine() == "held")
    let impatient = FileSessionStore(FileStorage(directory: state, lockTimeout: .milliseconds(30)))
    let error = await #expect(throws: AuthError.self) {
      try await impatient.withLock(on: "session") { () async throws(AuthError) in }
    }
    #expect(error?.code == .storeLocked)
    #expect(error?.recovery == .retryRequest)
    let patient = FileSessionStore(FileStorage(directory: state, lockTimeout: .seconds(20)))
    let waiting = Task { try await patient.withLock(on: "session") { () async throws(AuthError) in "ours" } }
    other.writeLine("")
    #expect(other.readLine() == "free")
    #expect(try await waiting.value == "ours")
    other.writeLine("")
  }

  @Test func killedHolderReleasesTheLock() async throws {
    let file = try await lockFile(FileSessionStore(FileStorage(directory: state)))
    let other = try #require(PythonProcess(Self.holder, [file]), "python3 is needed")
    #expect(other.readLine() == "held")
    other.killNow()
    let store = FileSessionStore(FileStorage(directory: state, lockTimeout: .seconds(20)))
    let result = try await store.withLock(on: "session") { () async throws(AuthError) in "ours" }
    #expect(result == "ours")
  }

  @Test func twoProcessesCountTogether() async throws {
    let store = FileSessionStore(FileStorage(directory: state))
    let file = try await lockFile(store)
    let count = directory.path + "/count"
    TemporaryDirectory.write(count, Array("0".utf8))
    let other = try #require(PythonProcess(Self.counter, [file, count]), "python3 is needed")
    for _ in 0..<200 {
      try await store.withLock(on: "session") { () async throws(AuthError) in
        let number = Int(String(decoding: TemporaryDirectory.read(count), as: UTF8.self)) ?? -1
        await Task.yield()
        TemporaryDirectory.write(count, Array(String(number + 1).utf8))
      }
    }
    #expect(other.readLine() == "done")
    #expect(String(decoding: TemporaryDirectory.read(count), as: UTF8.self) == "400")
  }

  @Test func injectedClockBoundsTheWait() async throws {
    let file = try await lockFile(FileSessionStore(FileStorage(directory: state)))
    let other = try #require(PythonProcess(Self.holder, [file]), "python3 is needed")
    #expect(other.readLine() == "held")
    let clock = ManualClock(advancesItself: true)
    let store = FileSessionStore(FileStorage(directory: state, clock: clock, lockTimeout: .seconds(30)))
    await #expect(throws: AuthError(.storeLocked, "")) {
      try await store.withLock(on: "session") { () async throws(AuthError) in }
    }
    #expect(clock.uptime() == .seconds(30))
    #expect(clock.sleeps.allSatisfy { $0 <= .milliseconds(75) })
  }

  @Test func pausesBetweenTriesGrow() async throws {
    struct Half: RandomSource {
      func fill(_ bytes: UnsafeMutableRawBufferPointer) { for index in bytes.indices { bytes[index] = 0x80 } }
    }
    let file = try await lockFile(FileSessionStore(FileStorage(directory: state)))
    let other = try #require(PythonProcess(Self.holder, [file]), "python3 is needed")
    #expect(other.readLine() == "held")
    let clock = ManualClock(advancesItself: true)
    let store = FileSessionStore(
      FileStorage(directory: state, clock: clock, random: Half(), lockTimeout: .milliseconds(200)))
    await #expect(throws: AuthError(.storeLocked, "")) {
      try await store.withLock(on: "session") { () async throws(AuthError) in }
    }
    // Each pause varies by half, and the last pause ends at the limit.
    let fraction = Half().fraction()
    let pauses = [1, 2, 4, 8, 16, 32, 50, 50].map { Duration.milliseconds($0) * (0.5 + fraction) }
    #expect(Array(clock.sleeps.dropLast()) == pauses)
    #expect(clock.uptime() == .milliseconds(200))
  }

  @Test func writesShareTheirLocks() async throws {
    let store = FileRecordStore(FileStorage(directory: state))
    for index in 0..<40 { try await store.replace(Secret("value"), for: "\(index)") }
    let records = TemporaryDirectory.entries(state + "/records")
    #expect(Set(TemporaryDirectory.entries(state + "/locks")) == Set(records.map { "write-\($0.prefix(2)).lock" }))
  }

  @Test func waitersInThisProcessAreBoundedToo() async throws {
    let clock = ManualClock()
    let store = FileSessionStore(FileStorage(directory: state, clock: clock, lockTimeout: .seconds(30)))
    try await store.withLock(on: "session") { () async throws(AuthError) in
      let waiter = Task {
        do throws(AuthError) {
          try await store.withLock(on: "session") { () async throws(AuthError) in }
          return nil as AuthError.Code?
        } catch {
          return error.code
        }
      }
      await clock.waitForSleepers()
      clock.advance(by: .seconds(29))
      clock.advance(by: .seconds(1))
      let code = await waiter.value
      #expect(code == .storeLocked)
    }
    try await store.withLock(on: "session") { () async throws(AuthError) in }
    #expect(clock.sleeperCount == 0)
  }
}

import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

/// A directory's keys change while other processes read and write: nothing is lost, and the old keys open nothing.
@Suite struct WrappingKeyRotationTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }

  func storage(
    _ wrapping: (any KeyWrapping)? = nil, former: [any KeyWrapping] = [], in place: TemporaryDirectory? = nil
  ) -> FileStorage {
    FileStorage(directory: (place ?? directory).path + "/state", wrapping: wrapping, formerWrappings: former)
  }

  func storage(cutOffAt index: Int, in place: TemporaryDirectory) -> FileStorage {
    let steps = Counter()
    return FileStorage(
      directory: place.path + "/state", clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(30),
      wrapping: ReversingWrapping()
    ) { _ in steps.increment() == index ? WriteStep.killed : 0 }
  }

  func keyFile() throws -> KeyFile {
    try KeyFile(decoding: TemporaryDirectory.read(state + "/key"), path: "key")
  }

  @Test func rotationSealsEveryRecordAgain() async throws {
    let storage = storage()
    let sessions = FileSessionStore(storage)
    let session = SessionStoreConformance.example("one")
    try await sessions.save(session)
    try await sessions.select(session.id, for: "turnkey")
    let key = try await FileKeyStore(storage).generate(.p256, policy: KeyPolicy(), namespace: "n")
    try await FileRecordStore(storage).namespaced("a").replace(Secret("value"), for: "key")
    let files = TemporaryDirectory.files(below: state).filter { $0.hasSuffix(".sealed") }
    let before = files.map { TemporaryDirectory.read($0) }
    let oldKey = TemporaryDirectory.read(state + "/key")
    let version = try await FileRecordStore(storage).namespaced("a").read("key")?.version

    try await storage.rotateWrappingKey()

    #expect(files == TemporaryDirectory.files(below: state).filter { $0.hasSuffix(".sealed") })
    for (file, bytes) in zip(files, before) { #expect(TemporaryDirectory.read(file) != bytes, "\(file)") }
    for view in [storage, self.storage()] {
      #expect(try await FileSessionStore(view).load(session.id) == session)
      #expect(try await FileSessionStore(view).selection(for: "turnkey") == session.id)
      #expect(try await FileKeyStore(view).sign([1], with: key).count == 64)
      let record = try await FileRecordStore(view).namespaced("a").read("key")
      #expect(record?.value == Secret("value"))
      #expect(record?.version == version)
    }
    #expect(try self.storage().keys()?.retired.isEmpty == true)

    #expect(!TemporaryDirectory.isDirectory(state + "/quarantine"))
    let newKey = TemporaryDirectory.read(state + "/key")
    TemporaryDirectory.write(state + "/key", oldKey)
    let error = await #expect(throws: AuthError.self) { try await FileSessionStore(self.storage()).load(session.id) }
    #expect(error?.underlying == "sealed with another key")
    TemporaryDirectory.write(state + "/key", newKey)
    #expect(try await FileSessionStore(self.storage()).load(session.id) == session)
  }

  @Test func readersAndWritersContinueMeanwhile() async throws {
    let records = 12
    for index in 0..<records {
      try await FileRecordStore(storage()).replace(Secret("0"), for: "\(index)")
    }
    let over = Counter()
    let reads = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for reader in 0..<4 {
        group.addTask {
          let kept = FileRecordStore(storage())
          var round = 0
          while over.count == 0 {
            // Every other reader is a new process: it reads the key file, too.
            let store = reader % 2 == 0 ? kept : FileRecordStore(storage())
            let value = try await store.read("\(round % records)")?.value
            #expect(value.flatMap { Int($0.revealText()) } != nil)
            if round % records == 0 { #expect(try await store.keys().count == records) }
            round += 1
            reads.increment()
            await Task.yield()
          }
        }
      }
      for writer in 0..<2 {
        group.addTask {
          let store = FileRecordStore(storage())
          var counts = [Int](repeating: 0, count: records)
          while over.count == 0 {
            for index in stride(from: writer, to: records, by: 2) {
              let record = try #require(await store.read("\(index)"))
              #expect(record.value == Secret("\(counts[index])"), "a write of record \(index) was lost")
              counts[index] += 1
              #expect(
                try await store.write(Secret("\(counts[index])"), for: "\(index)", expecting: record.version) != nil)
            }
            await Task.yield()
          }
        }
      }
      group.addTask {
        for _ in 0..<12 {
          try await storage().rotateWrappingKey()
          await Task.yield()
        }
        over.increment()
      }
      try await group.waitForAll()
    }
    #expect(reads.count > 0)
    #expect(try await FileRecordStore(storage()).keys().count == records)
    #expect(try storage().keys()?.retired.isEmpty == true)
  }

  @Test func nextRotationCompletesAnInterruptedOne() async throws {
    for index in 1...40 {
      let place = TemporaryDirectory()
      for name in ["a", "b", "c"] {
        try await FileRecordStore(storage(ReversingWrapping(), in: place)).replace(Secret(name), for: name)
      }
      let wasCutOff: Bool
      do throws(AuthError) {
        try await storage(cutOffAt: index, in: place).rotateWrappingKey()
        wasCutOff = false
      } catch {
        wasCutOff = true
      }
      for _ in 0..<2 {
        let store = FileRecordStore(storage(ReversingWrapping(), in: place))
        for name in ["a", "b", "c"] {
          #expect(try await store.read(name)?.value == Secret(name), "cut off at \(index)")
        }
        try await storage(ReversingWrapping(), in: place).rotateWrappingKey()
      }
      #expect(try storage(ReversingWrapping(), in: place).keys()?.retired.isEmpty == true)
      if !wasCutOff {
        #expect(index > 20, "a rotation of three records has more steps than \(index)")
        return
      }
    }
    Issue.record("the rotation never ended")
  }

  @Test func damagedRecordKeepsItsKey() async throws {
    try await FileRecordStore(storage()).replace(Secret("good"), for: "good")
    let good = try #require(TemporaryDirectory.files(below: state).first { $0.hasSuffix(".sealed") })
    try await FileRecordStore(storage()).replace(Secret("bad"), for: "bad")
    let file = try #require(
      TemporaryDirectory.files(below: state).first { $0.hasSuffix(".sealed") && $0 != good })
    let whole = TemporaryDirectory.read(file)
    TemporaryDirectory.write(file, whole.dropLast() + [whole[whole.count - 1] ^ 1])
    try await storage().rotateWrappingKey()
    #expect(try await FileRecordStore(storage()).read("good")?.value == Secret("good"))
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await FileRecordStore(storage()).read("bad") }
    // A file from a backup that is older than the rotation can be opened.
    TemporaryDirectory.write(file, whole)
    #expect(try await FileRecordStore(storage()).read("bad")?.value == Secret("bad"))
    try await storage().rotateWrappingKey()
    #expect(try storage().keys()?.retired.isEmpty == true)
    #expect(try await FileRecordStore(storage()).read("bad")?.value == Secret("bad"))
  }

  @Test func firstWriteWrapsPlainKeysAndUnwrapsThemAgain() async throws {
    let wrapping = ReversingWrapping()
    try await FileRecordStore(storage()).replace(Secret("value"), for: "key")
    let plain = try keyFile()
    let wrapped = FileRecordStore(storage(wrapping))
    #expect(try await wrapped.read("key")?.value == Secret("value"))
    #expect(try keyFile().wrapping == "")
    try await wrapped.replace(Secret("other"), for: "other")
    #expect(try keyFile().wrapping == wrapping.id)
    let keys = try #require(try storage(wrapping).keys())
    #expect(
      keys.primary.key != VaultKeys(plain.keys)?.primary.key, "the key that was stored unwrapped is not used any more")
    #expect(try await wrapped.read("key")?.value == Secret("value"))

    let error = await #expect(throws: AuthError.self) { try await FileRecordStore(storage()).read("key") }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains("storage.wrappingKey") == true)

    let back = FileRecordStore(storage(former: [wrapping]))
    #expect(try await back.read("key")?.value == Secret("value"))
    try await back.replace(Secret("third"), for: "third")
    #expect(try keyFile().wrapping == "")
    #expect(try await Set(FileRecordStore(storage()).keys()) == ["key", "other", "third"])
  }

  @Test func discardsUnusedWrappingKeys() async throws {
    let wrapping = ReversingWrapping()
    try await FileRecordStore(storage(wrapping)).replace(Secret("value"), for: "key")
    let first = try keyFile().keys
    try await storage(wrapping).rotateWrappingKey()
    #expect(wrapping.discarded.withLock { $0.contains(first.revealBytes()) })
    #expect(wrapping.discarded.withLock { $0.count } == 2)
    let now = try keyFile().keys.revealBytes()
    #expect(!wrapping.discarded.withLock { $0.contains(now) })

    wrapping.isOutOfReachForDiscarding.withLock { $0 = true }
    try await storage(wrapping).rotateWrappingKey()
    wrapping.isOutOfReachForDiscarding.withLock { $0 = false }
    try await storage(wrapping).rotateWrappingKey()
    #expect(wrapping.discarded.withLock { $0.contains(now) }, "a failed discard is repeated later")
  }

  @Test func runningProcessDoesNotWriteWithoutItsKeyFile() async throws {
    let store = FileRecordStore(storage())
    try await store.replace(Secret("value"), for: "key")
    let key = TemporaryDirectory.read(state + "/key")
    TemporaryDirectory.removeTree(state + "/key")
    let error = await #expect(throws: AuthError.self) { try await store.replace(Secret("new"), for: "key") }
    #expect(error?.code == .storeCorrupt)
    #expect(error?.message.contains("'key'") == true)
    #expect(try await store.read("key")?.value == Secret("value"))
    TemporaryDirectory.write(state + "/key", key)
    try await store.replace(Secret("new"), for: "key")
    #expect(try await FileRecordStore(storage()).read("key")?.value == Secret("new"))
    // An empty directory is set up again, and other processes can open it.
    TemporaryDirectory.removeTree(state)
    try await store.replace(Secret("newest"), for: "key")
    #expect(try await FileRecordStore(storage()).read("key")?.value == Secret("newest"))
  }
}

/// A key wrapping that adds a unique number and inverts the bytes. It records the wrapped keys to discard.
final class ReversingWrapping: KeyWrapping {
  let id = "reversing"
  let discarded = Locked<[[UInt8]]>([])
  let isOutOfReachForDiscarding = Locked(false)
  let codeOfDiscarding = Locked(AuthError.Code.keyUnavailable)

  func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    SystemRandomSource().bytes(8) + keys.revealBytes().reversed()
  }

  func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret { Secret(wrapped.dropFirst(8).reversed()) }

  func discard(_ wrapped: [UInt8]) throws(AuthError) {
    guard !isOutOfReachForDiscarding.withLock({ $0 }) else {
      throw AuthError(codeOfDiscarding.withLock { $0 }, "out of reach")
    }
    discarded.withLock { $0.append(wrapped) }
  }
}

final class Counter: Sendable {
  private let value = Locked(0)
  var count: Int { value.withLock { $0 } }

  /// Increases the count.
  ///
  /// - Returns: the new count.
  @discardableResult
  func increment() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }
}

import AuthCore
import AuthTesting
import TestSupport
import Testing

@testable import AuthStorage

/// A rotation waits for writers, and keeps each key with which a record may still be sealed.
@Suite struct RotationCareTests {
  private let directory = TemporaryDirectory()
  private var state: String { directory.path + "/state" }

  private func storage(_ wrapping: ReversingWrapping? = nil, former: [ReversingWrapping] = []) -> FileStorage {
    FileStorage(directory: state, wrapping: wrapping, formerWrappings: former)
  }

  @Test func rotationCreatesMissingKeys() async throws {
    try await storage().rotateWrappingKey()
    #expect(try storage().keys()?.retired.isEmpty == true)
  }

  /// A process with a write lock may be sealing with the old key.
  @Test func rotationWaitsForALockOfAnotherProcess() async throws {
    try await FileRecordStore(storage()).replace(Secret("value"), for: "key")
    let file = state + "/locks/write-of-nothing-here.lock"
    TemporaryDirectory.write(file, [])
    let writer = try #require(PythonProcess(FileLockTests.holder, [file]), "python3 is needed")
    #expect(writer.readLine() == "held")
    let impatient = FileStorage(directory: state, clock: ManualClock(advancesItself: true))
    await #expect(throws: AuthError(.storeLocked, "")) { try await impatient.rotateWrappingKey() }
    #expect(try storage().keys()?.retired.count == 1)
    writer.writeLine("")
    #expect(writer.readLine() == "free")
    try await storage().rotateWrappingKey()
    #expect(try storage().keys()?.retired.isEmpty == true)
    #expect(try await FileRecordStore(storage()).read("key")?.value == Secret("value"))
  }

  @Test func recordOfALaterVersionKeepsItsKey() async throws {
    try await FileRecordStore(storage()).replace(Secret("value"), for: "key")
    let file = try #require(TemporaryDirectory.files(below: state).first { $0.hasSuffix(".sealed") })
    let whole = TemporaryDirectory.read(file)
    var later = whole
    (later[6], later[7]) = (200, ~200)
    TemporaryDirectory.write(file, later)
    try await storage().rotateWrappingKey()
    #expect(TemporaryDirectory.read(file) == later)
    TemporaryDirectory.write(file, whole)
    #expect(try await FileRecordStore(storage()).read("key")?.value == Secret("value"))
  }

  @Test(arguments: [AuthError.Code.keyUnavailable, .storeLocked])
  func discardsAnUnavailableWrappingKeyLater(code: AuthError.Code) async throws {
    let former = ReversingWrapping()
    try await FileRecordStore(storage(former)).replace(Secret("value"), for: "key")
    let wrapped = try KeyFile(decoding: TemporaryDirectory.read(state + "/key"), path: "key").keys.revealBytes()
    former.isOutOfReachForDiscarding.withLock { $0 = true }
    former.codeOfDiscarding.withLock { $0 = code }
    try await storage(former: [former]).rotateWrappingKey()
    former.isOutOfReachForDiscarding.withLock { $0 = false }
    // A process that does not support this kind of wrapping key leaves the work to another process.
    try await storage().rotateWrappingKey()
    #expect(former.discarded.withLock { $0 } == [])
    try await storage(former: [former]).rotateWrappingKey()
    #expect(former.discarded.withLock { $0.contains(wrapped) })
  }

  @Test func reportsDamageToAFormerWrappingKey() async throws {
    let wrapping = ReversingWrapping()
    try await FileRecordStore(storage(wrapping)).replace(Secret("value"), for: "key")
    wrapping.isOutOfReachForDiscarding.withLock { $0 = true }
    wrapping.codeOfDiscarding.withLock { $0 = .storeCorrupt }
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await storage(wrapping).rotateWrappingKey() }
    #expect(try await FileRecordStore(storage(wrapping)).read("key")?.value == Secret("value"))
  }

  /// A writer that took its lock before the new keys were stored seals with the old keys.
  @Test func rotationWaitsForWriters() async throws {
    try await FileRecordStore(storage()).replace(Secret("value"), for: "key")
    let name = try #require(TemporaryDirectory.entries(state + "/records").first)
    // The lock of a writer whose record does not exist yet.
    let lock = name.hasPrefix("00") ? "write-01" : "write-00"
    _ = try await storage().withLock(file: lock, named: "write") { _ in }
    let impatient = FileStorage(directory: state, clock: ManualClock(advancesItself: true))
    _ = try await storage().withLock(file: lock, named: "write") { (_) async throws(AuthError) in
      await #expect(throws: AuthError(.storeLocked, "")) { try await impatient.rotateWrappingKey() }
    }
    try await impatient.rotateWrappingKey()
  }

  @Test func dropsTheOldKeyAndIgnoresOtherFiles() async throws {
    let storage = storage()
    try await FileRecordStore(storage).replace(Secret("value"), for: "key")
    TemporaryDirectory.write(state + "/records/stranger.sealed", [1, 2, 3])
    try await storage.rotateWrappingKey()
    #expect(storage.loadedKeys.withLock { $0?.keys.retired.isEmpty } == true)
    #expect(try storage.loadedKeys.withLock { $0?.keys.stored } == self.storage().keys()?.stored)
  }

  @Test func quarantinedRecordKeepsItsKey() async throws {
    try await FileRecordStore(storage()).replace(Secret("value"), for: "key")
    let file = try #require(TemporaryDirectory.files(below: state + "/records").first)
    let good = TemporaryDirectory.read(file)
    TemporaryDirectory.write(file, good.dropLast() + [good[good.count - 1] ^ 1])
    let moved = try #require(try await storage().quarantineUnreadable().first)
    for _ in 0..<2 {
      try await storage().rotateWrappingKey()
      #expect(try storage().keys()?.sealingKey(identity: good[8..<16]) != nil)
    }
    TemporaryDirectory.remove(moved)
    try await storage().rotateWrappingKey()
    #expect(try storage().keys()?.retired.isEmpty == true)
  }
}

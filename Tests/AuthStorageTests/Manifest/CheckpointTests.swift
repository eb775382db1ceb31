import AuthCore
import AuthCrypto
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A manifest in the storage directory, with a checkpoint in a place that has room for notes alone.
@Suite struct CheckpointTests {
  let directory = TemporaryDirectory()
  let clock = ManualClock()
  let wrapping = NotingWrapping()
  var state: String { directory.path + "/state" }

  func storage() -> FileStorage { FileStorage(directory: state, clock: clock, wrapping: wrapping) }
  func store() -> FileRecordStore { FileRecordStore(storage()) }

  func copy(_ from: String, _ to: String) throws {
    TemporaryDirectory.removeTree(to)
    try FileManager.default.copyItem(atPath: from, toPath: to)
  }

  func manifest() throws -> String {
    try #require(TemporaryDirectory.entries(state).first { $0.hasPrefix("manifest-") })
  }

  func expectRolledBack(_ what: Comment, underlying: String? = nil, _ body: () async throws -> Void) async {
    let error = await #expect(throws: AuthError.self, what) { try await body() }
    #expect(error?.code == .storeRolledBack, what)
    if let underlying { #expect(error?.underlying == underlying, what) }
  }

  @Test func theFormReadsBack() throws {
    for sequences: [String: UInt64] in [[:], ["ab": 7], ["ab": 7, "00": .max, "ff": 0]] {
      let checkpoint = ManifestCheckpoint(time: 12_345, sequences: sequences)
      #expect(ManifestCheckpoint(decoding: checkpoint.encoded) == checkpoint)
      #expect(checkpoint.encoded.count == 8 + 14 * sequences.count)
      for count in 0..<checkpoint.encoded.count where count < 8 || (count - 8) % 14 != 0 {
        #expect(ManifestCheckpoint(decoding: Array(checkpoint.encoded.prefix(count))) == nil, "\(count) bytes")
      }
    }
    #expect(
      ManifestCheckpoint(time: 1, sequences: ["b": 1, "a": 2]).encoded == LengthPrefixed.bigEndian(UInt64(1))
        + [0, 0, 0, 1, 0x61] + LengthPrefixed.bigEndian(UInt64(2)) + [0, 0, 0, 1, 0x62]
        + LengthPrefixed.bigEndian(UInt64(1)))
  }

  @Test func anOlderDirectoryIsNoticed() async throws {
    let copies = directory.path + "/copies"
    try await store().replace(Secret("1"), for: "a")
    try copy(state, copies)
    clock.advance(by: .seconds(3_600))
    try await store().replace(Secret("2"), for: "a")
    clock.advance(by: .seconds(3_600))
    try await store().replace(Secret("3"), for: "b")
    try copy(state, copies + "-new")
    try copy(copies, state)
    await expectRolledBack("the whole directory", underlying: "manifest: older") { _ = try await store().read("a") }
    let name = try manifest()
    for part in TemporaryDirectory.entries(copies + "/" + name) where part != "checkpoint" {
      try copy(copies + "-new", state)
      try copy(copies + "/" + name + "/" + part, state + "/" + name + "/" + part)
      try copy(copies + "/records", state + "/records")
      await expectRolledBack("an older part", underlying: "manifest: older part") { _ = try await store().read("a") }
      unlink(state + "/" + name + "/" + part)
      await expectRolledBack("a missing part", underlying: "manifest: older part") { _ = try await store().read("a") }
      await expectRolledBack("a write", underlying: "manifest: older part") {
        try await store().replace(Secret("4"), for: "a")
      }
    }
    try copy(copies + "-new", state)
    TemporaryDirectory.removeTree(state + "/" + name)
    await expectRolledBack("the manifest is missing", underlying: "manifest: older") {
      _ = try await store().read("a")
    }
    try copy(copies + "-new", state)
    #expect(try await store().read("a")?.value == Secret("2"))
  }

  /// A process that has loaded the checkpoint compares with it, too.
  @Test func aRunningProcessNotices() async throws {
    let running = store()
    try await running.replace(Secret("1"), for: "a")
    let old = directory.path + "/old"
    try copy(state, old)
    clock.advance(by: .seconds(3_600))
    try await running.replace(Secret("2"), for: "a")
    clock.advance(by: .seconds(3_600))
    try await running.replace(Secret("3"), for: "b")
    let name = try manifest()
    TemporaryDirectory.removeTree(state + "/" + name)
    await expectRolledBack("the parts are missing") { _ = try await running.read("a") }
    await expectRolledBack("a write") { try await running.replace(Secret("4"), for: "a") }
  }

  @Test func checkpointsAreMadeAtMostHourly() async throws {
    let running = store()
    try await running.replace(Secret("1"), for: "a")
    let count = wrapping.place.stores.withLock { $0 }
    for turn in 0..<6 {
      try await running.replace(Secret("\(turn)"), for: "b")
      try await store().replace(Secret("\(turn)"), for: "c")
      clock.advance(by: .seconds(599))
    }
    #expect(wrapping.place.stores.withLock { $0 } == count, "neither notes nor checkpoints")
    clock.advance(by: .seconds(6))
    try await store().replace(Secret("x"), for: "b")
    #expect(wrapping.place.stores.withLock { $0 } == count + 2, "one checkpoint: announced and confirmed")
    let read = try ManifestCheckpoint.read(manifest(), in: POSIXDirectory.openOrMake(state), wrapping)
    #expect(read?.sequences.isEmpty == false && read?.time == UInt64(clock.now().timeIntervalSince1970))
    // A clock that was set back makes one at once.
    let earlier = ManualClock(clock.now().addingTimeInterval(-7_200))
    let setBack = FileStorage(directory: state, clock: earlier, wrapping: wrapping)
    try await FileRecordStore(setBack).replace(Secret("y"), for: "b")
    #expect(wrapping.place.stores.withLock { $0 } == count + 4)
  }

  @Test func aRotationMakesOne() async throws {
    try await store().replace(Secret("1"), for: "a")
    let before = wrapping.place.notes.withLock { $0 }[try manifest()]
    try await storage().rotateWrappingKey()
    let after = wrapping.place.notes.withLock { $0 }[try manifest()]
    #expect(before != after && after?.count == 32)
    #expect(try await store().read("a")?.value == Secret("1"))
  }

  @Test func aPlaceThatIsAwayDelaysIt() async throws {
    let running = store()
    try await running.replace(Secret("1"), for: "a")
    let note = wrapping.place.notes.withLock { $0 }
    clock.advance(by: .seconds(3_600))
    wrapping.place.isAway.withLock { $0 = true }
    try await running.replace(Secret("2"), for: "a")
    wrapping.place.isAway.withLock { $0 = false }
    try await running.replace(Secret("3"), for: "a")
    #expect(wrapping.place.notes.withLock { $0 } == note, "not before a minute has passed")
    clock.advance(by: .seconds(60))
    try await running.replace(Secret("4"), for: "a")
    #expect(wrapping.place.notes.withLock { $0 } != note)
    #expect(try await store().read("a")?.value == Secret("4"))
  }

  @Test func aPlaceWithoutRoomKeepsNone() async throws {
    wrapping.place.isFull.withLock { $0 = true }
    try await store().replace(Secret("1"), for: "a")
    #expect(TemporaryDirectory.entries(state).contains { $0.hasPrefix("manifest-") } == false)
    #expect(try KeyFile(decoding: TemporaryDirectory.read(state + "/key"), path: "key").manifest == nil)
    #expect(try await store().read("a")?.value == Secret("1"))
  }

  /// Another process writes a checkpoint between the two reads: the note is read before the file, so the file may be
  /// newer than the note.
  @Test func aCheckpointOfAnotherProcessIsRead() async throws {
    try await store().replace(Secret("1"), for: "a")
    let (name, state) = (try manifest(), state)
    let root = try POSIXDirectory.openOrMake(state)
    let first = try #require(try ManifestCheckpoint.read(name, in: root, wrapping))
    let next = ManifestCheckpoint(time: first.time + 3_600, sequences: first.sequences)
    let (place, writes) = (wrapping.place, Counter())
    place.afterRead.withLock { hook in
      hook = {
        guard writes.increment() == 1 else { return }
        TemporaryDirectory.write(state + "/" + name + "/checkpoint", next.encoded)
        place.notes.withLock { $0[name] = Array(SHA256.hash(data: next.encoded)) }
      }
    }
    #expect(try ManifestCheckpoint.read(name, in: root, wrapping) == next)
    #expect(writes.count > 1)
    place.notes.withLock { $0[name] = [UInt8](repeating: 1, count: 32) }
    // A note that changes at each read is not waited for without an end.
    place.afterRead.withLock { hook in
      hook = { place.notes.withLock { $0[name] = SystemRandomSource().bytes(32) } }
    }
    await expectRolledBack("a note that never fits") { _ = try ManifestCheckpoint.read(name, in: root, wrapping) }
  }

  /// A crash between the announcement and the file, or between the file and its confirmation.
  @Test func everyStepOfACheckpointIsAccepted() async throws {
    try await store().replace(Secret("1"), for: "a")
    let name = try manifest()
    let root = try POSIXDirectory.openOrMake(state)
    let first = try #require(try ManifestCheckpoint.read(name, in: root, wrapping))
    let file = TemporaryDirectory.read(state + "/" + name + "/checkpoint")
    let next = ManifestCheckpoint(time: first.time + 3_600, sequences: first.sequences)
    try next.write(name, in: root, wrapping)
    let confirmed = wrapping.place.notes.withLock { $0[name] ?? [] }
    #expect(try ManifestCheckpoint.read(name, in: root, wrapping) == next)
    TemporaryDirectory.write(state + "/" + name + "/checkpoint", file)
    await expectRolledBack("the earlier file") { _ = try ManifestCheckpoint.read(name, in: root, wrapping) }
    let digest = wrapping.place.notes.withLock { $0[name] ?? [] }
    let announced = Array(SHA256.hash(data: file)) + digest
    wrapping.place.notes.withLock { $0[name] = announced }
    #expect(try ManifestCheckpoint.read(name, in: root, wrapping) == first, "announced, not yet written")
    TemporaryDirectory.write(state + "/" + name + "/checkpoint", next.encoded)
    #expect(try ManifestCheckpoint.read(name, in: root, wrapping) == next, "written, not yet confirmed")
    wrapping.place.notes.withLock { $0[name] = confirmed }
    #expect(try ManifestCheckpoint.read(name, in: root, wrapping) == next)
  }
}

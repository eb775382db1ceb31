import AuthCore
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

/// An interrupted renewal is detected, and disk space for the response is reserved beforehand.
@Suite struct RenewalNoteTests {
  let directory = TemporaryDirectory()
  let clock = ManualClock()
  var state: String { directory.path + "/state" }

  func store(_ probe: @escaping WriteProbe = { _ in 0 }) -> FileSessionStore {
    FileSessionStore(
      FileStorage(
        directory: state, clock: clock, random: SystemRandomSource(), lockTimeout: .seconds(5), probe: probe))
  }

  @Test func noteIsValidForItsGenerationAndAShortTime() async throws {
    var session = SessionStoreConformance.example("one", generation: 3)
    try await store().save(session)
    #expect(try await !store().hasUnfinishedRenewal(of: session))
    try await store().noteRenewal(of: session)
    #expect(try await store().hasUnfinishedRenewal(of: session))
    #expect(try await !store().hasUnfinishedRenewal(of: SessionStoreConformance.example("two", generation: 3)))
    session.generation = 4
    #expect(try await !store().hasUnfinishedRenewal(of: session))
    session.generation = 3
    clock.advance(by: .seconds(299))
    #expect(try await store().hasUnfinishedRenewal(of: session))
    clock.advance(by: .seconds(1))
    #expect(try await !store().hasUnfinishedRenewal(of: session))
  }

  @Test func noteHasItsTimeAndRoomForTheResponse() async throws {
    let storage = FileStorage(directory: state, clock: ManualClock(Date(timeIntervalSince1970: 0)))
    let session = SessionStoreConformance.example("one", generation: 3)
    try await FileSessionStore(storage).noteRenewal(of: session)
    let note = try #require(try storage.read("renewals", "one"))
    #expect(note.generation == 3)
    #expect(note.value.revealBytes().prefix(8) == [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(note.value.count == 8 + SessionRecord.encode(session).count + 1024)
  }

  @Test func deletedSessionLeavesNoNote() async throws {
    let session = SessionStoreConformance.example("one")
    try await store().save(session)
    try await store().noteRenewal(of: session)
    try await store().delete(session.id)
    #expect(TemporaryDirectory.files(below: state + "/renewals").isEmpty)
  }

  @Test func ignoresADamagedNote() async throws {
    let session = SessionStoreConformance.example("one")
    try await store().noteRenewal(of: session)
    let file = try #require(TemporaryDirectory.files(below: state + "/renewals").first)
    TemporaryDirectory.write(file, [1, 2, 3])
    #expect(try await !store().hasUnfinishedRenewal(of: session))
    try await store().noteRenewal(of: session)
    #expect(try await store().hasUnfinishedRenewal(of: session))
  }

  /// The note is larger than the record for which it reserves space, and is deleted if that space is needed.
  @Test func noteMakesRoomForTheResponse() async throws {
    let session = SessionStoreConformance.example("one")
    try await store().save(session)
    try await store().noteRenewal(of: session)
    let note = try #require(TemporaryDirectory.files(below: state + "/renewals").first)
    let record = try #require(TemporaryDirectory.files(below: state + "/sessions").first)
    #expect(TemporaryDirectory.read(note).count >= TemporaryDirectory.read(record).count + 256)
    var renewed = session
    renewed.generation += 1
    // The disk is full as long as the note exists.
    let full = store { step in step == .write && access(note, F_OK) == 0 ? ENOSPC : 0 }
    #expect(try await full.save(renewed, replacing: session.generation))
    #expect(try await store().load(session.id) == renewed)
    // Without a note to delete, the error is reported, and the stored session is unchanged.
    renewed.generation += 1
    let stillFull = store { $0 == .write ? ENOSPC : 0 }
    await #expect(throws: AuthError(.storeFull, "")) {
      try await stillFull.save(renewed, replacing: renewed.generation - 1)
    }
    #expect(try await store().load(session.id)?.generation == renewed.generation - 1)
  }

  /// Before the keys exist, there is no note that could be deleted to make space for a second attempt.
  @Test func fullDiskIsReportedBeforeThereAreKeys() async throws {
    let writes = Locked(0)
    let full = store { step in
      guard step == .write else { return 0 }
      return writes.withLock { count in
        count += 1
        return count == 1 ? ENOSPC : 0
      }
    }
    await #expect(throws: AuthError(.storeFull, "")) { try await full.save(SessionStoreConformance.example("one")) }
    #expect(TemporaryDirectory.files(below: state).isEmpty)
  }
}

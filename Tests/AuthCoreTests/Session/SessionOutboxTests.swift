import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The outbox of pending work on disk: entries are read back unchanged, and are removed one by one.
@Suite struct SessionOutboxTests {
  private let records = FaultyRecords(MemoryRecordStore(clock: ManualClock()))
  private var outbox: SessionOutbox { SessionOutbox(records) }

  private func entries() async throws -> [String] {
    let pending = try await outbox.pending()
    return pending.rotations.map { "rotation \($0.session.id)/\($0.session.generation)" }
      + pending.revocations.map { "revocation \($0.id)/\($0.generation)" }
  }

  @Test("the outbox keeps the last renewal of each session, and a note of each credential") func entriesComeBack()
    async throws
  {
    #expect(try await outbox.rotation(of: SessionID("a")) == nil)
    try await outbox.spool(.sample("a", generation: 2))
    try await outbox.spool(.sample("a", generation: 3))
    try await outbox.spool(.sample("b", generation: 2))
    try await outbox.note(.sample("a", generation: 1))
    try await outbox.note(.sample("a", generation: 3))
    #expect(try await outbox.rotation(of: SessionID("a"))?.session == .sample("a", generation: 3))
    #expect(try await entries() == ["rotation a/3", "rotation b/2", "revocation a/1", "revocation a/3"])
    #expect(try await records.keys() == [], "the outbox has its own namespace")
  }

  @Test("an entry is removed only if it is the expected one") func removal() async throws {
    try await outbox.spool(.sample("a", generation: 3))
    try await outbox.note(.sample("a", generation: 3))
    try await outbox.unspool(.sample("a", generation: 2))
    try await outbox.unspool(.sample("b", generation: 3))
    try await outbox.strike(.sample("a", generation: 2))
    try await outbox.strike(.sample("b", generation: 3))
    #expect(try await entries() == ["rotation a/3", "revocation a/3"])
    try await outbox.unspool(.sample("a", generation: 3))
    #expect(try await entries() == ["revocation a/3"])
    try await outbox.strike(.sample("a", generation: 3))
    #expect(try await entries() == [])
  }

  @Test("a renewal is kept together with the fence of its claim") func fences() async throws {
    let renewed = Session.sample("a", generation: 3)
    for fence in [7, nil, .max] as [UInt64?] {
      try await outbox.spool(renewed, fence: fence)
      #expect(try await outbox.rotation(of: renewed.id) == SpooledRenewal(session: renewed, fence: fence))
      #expect(try await outbox.pending().rotations == [SpooledRenewal(session: renewed, fence: fence)])
    }
    try await outbox.unspool(renewed)
    #expect(try await records.namespaced("outbox").keys() == [])
    try await records.namespaced("outbox").replace(SessionRecord.encode(renewed), for: "rotation/a")
    #expect(
      try await outbox.rotation(of: renewed.id) == SpooledRenewal(session: renewed), "an entry of an earlier build")
  }

  @Test("a session with a date between two steps of a record's clock is equal to its stored form, and is removed")
  func finerDates() async throws {
    // Seconds since 2001 have a finer step than seconds since 1970.
    let between = Date(timeIntervalSinceReferenceDate: 785_000_000 + 3 * 0x1p-23)
    let renewed = Session.sample("a", created: between, generation: 3)
    #expect(try SessionRecord.decode(SessionRecord.encode(renewed)) == renewed)
    var changed = Session.sample("a", generation: 3)
    (changed.createdAt, changed.expiresAt) = (between, between)
    #expect(try SessionRecord.decode(SessionRecord.encode(changed)) == changed)
    try await outbox.spool(renewed, fence: 7)
    try await outbox.unspool(renewed)
    #expect(try await outbox.rotation(of: renewed.id) == nil)
  }

  @Test("the fence that an earlier build kept beside an entry is removed") func earlierFences() async throws {
    try await records.namespaced("outbox").replace(Secret("3 7"), for: "fence/a")
    #expect(try await entries() == [])
    #expect(try await records.namespaced("outbox").keys() == [])
  }

  @Test("a note is found only by its credential") func notes() async throws {
    try await outbox.note(.sample("a", generation: 3))
    #expect(try await outbox.hasNote(of: .sample("a", generation: 3)))
    #expect(try await !outbox.hasNote(of: .sample("a", generation: 2)))
    records.fail("read outbox/revocation", with: AuthError(.storeCorrupt, "Damaged."))
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await outbox.hasNote(of: .sample("a", generation: 3)) }
  }

  @Test("an entry that cannot be read stays and hides no other; a store that cannot be read is an error")
  func damage() async throws {
    try await outbox.spool(.sample("a", generation: 2))
    try await outbox.spool(.sample("b", generation: 2))
    for (code, isPassedOver) in [
      (AuthError.Code.storeCorrupt, true), (.storeVersion, true), (.storeLocked, false), (.storePermissions, false),
    ] {
      records.fail("read outbox/rotation/a", with: AuthError(code, "Not to be read."))
      if isPassedOver {
        #expect(try await entries() == ["rotation b/2"])
        #expect(try await outbox.rotation(of: SessionID("a")) == nil)
      } else {
        await #expect(throws: AuthError(code, "")) { _ = try await entries() }
        await #expect(throws: AuthError(code, "")) { try await outbox.rotation(of: SessionID("a")) }
      }
    }
    records.fail("keys", with: AuthError(.storeCorrupt, "A record whose name cannot be read."))
    #expect(try await entries() == ["rotation a/2", "rotation b/2"])
    records.fail(nil)
    try await records.namespaced("outbox").replace(Secret("damage"), for: "rotation/a")
    #expect(try await entries() == ["rotation b/2"])
    #expect(try await records.namespaced("outbox").keys().count == 2)
  }

  @Test("the end of a renewal removes its entry, and adds a note if a revocation is necessary") func settles()
    async throws
  {
    let (old, new) = (Session.sample("a", generation: 1), Session.sample("a", generation: 2))
    let table: [(SessionRenewal.Outcome, [String])] = [
      (.renewed(new, from: old), []), (.superseded(.sample("a", generation: 3), unused: new), []),
      (.superseded(old, unused: new), ["revocation a/2"]), (.dropped(new), ["revocation a/2"]),
      (.dropped(nil), ["rotation a/2"]), (.adopted(new), ["rotation a/2"]),
      (.refused(AuthError(.sessionRevoked, ""), old), ["rotation a/2"]),
      (.unsaved(UnsavedRenewal(renewed: new, old: old), AuthError(.storeFull, "")), ["rotation a/2"]),
    ]
    for (outcome, left) in table {
      try await outbox.spool(new)
      await SessionRenewal.settle(outcome, outbox)
      #expect(try await entries() == left)
      try await outbox.unspool(new)
      try await outbox.strike(new)
    }
    try await outbox.spool(new)
    records.fail("write outbox/revocation")
    await SessionRenewal.settle(.dropped(new), outbox)
    #expect(try await entries() == ["rotation a/2"], "without the note, the entry is kept")
  }
}

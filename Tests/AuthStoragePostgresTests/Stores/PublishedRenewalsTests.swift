import AuthCore
import Testing

@testable import AuthStoragePostgres

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The renewed sessions that a host keeps in memory, to detect a database that was restored from a backup.
@Suite struct PublishedRenewalsTests {
  private func session(_ number: Int, generation: UInt64 = 1) -> Session {
    Session(
      id: SessionID("s\(number)"), providerID: "fake", tenant: "tenant", subject: "user",
      createdAt: Date(timeIntervalSince1970: 0), generation: generation)
  }

  @Test("keeps at least the latest renewals, and at most twice as many") func limit() {
    let renewals = PublishedRenewals(limit: 10)
    for number in 0..<100 {
      renewals.note(session(number))
      let latest = (max(0, number - 9)...number).map { SessionID("s\($0)") }
      #expect(latest.allSatisfy { renewals.known($0) != nil }, "after \(number)")
    }
    let count = (0..<100).count { renewals.known(SessionID("s\($0)")) != nil }
    #expect((10...20).contains(count))
  }

  @Test("returns the latest version, and none after a deletion") func versions() {
    let renewals = PublishedRenewals(limit: 2)
    for generation in UInt64(1)...5 {
      renewals.note(session(0, generation: generation))
      renewals.note(session(Int(generation)))
      #expect(renewals.known(SessionID("s0"))?.generation == generation)
    }
    renewals.forget(SessionID("s0"))
    #expect(renewals.known(SessionID("s0")) == nil)
  }
}

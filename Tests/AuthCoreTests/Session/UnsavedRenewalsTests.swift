import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The renewals in memory that the store refused.
@Suite struct UnsavedRenewalsTests {
  private let unsaved = UnsavedRenewals()

  private func add(_ generation: UInt64, to id: String = "s1") -> Session {
    let renewed = Session.sample(id, generation: generation)
    unsaved.add(UnsavedRenewal(renewed: renewed, old: Session.sample(id, generation: generation - 1)))
    return renewed
  }

  @Test("the newest of each session is kept") func newest() {
    #expect(unsaved.isEmpty)
    _ = add(2)
    _ = add(3)
    _ = add(2, to: "s2")
    #expect(!unsaved.isEmpty)
    #expect(unsaved.all.map(\.renewed.generation).sorted() == [2, 3])
    #expect(unsaved[SessionID("s1")]?.renewed.generation == 3)
    #expect(unsaved[SessionID("s3")] == nil)
  }

  @Test("removing a credential keeps the one that replaced it") func removes() {
    let second = add(2)
    let third = add(3)
    #expect(!unsaved.remove(second))
    #expect(unsaved[SessionID("s1")]?.renewed == third)
    #expect(unsaved.remove(third))
    #expect(!unsaved.remove(third))
    #expect(unsaved.isEmpty)
  }

  @Test("a renewal succeeds the credential that was spent for it, and no other sign-in") func succeeds() {
    let renewed = add(2)
    #expect(unsaved.successor(of: Session.sample(generation: 1)) == renewed)
    #expect(unsaved.successor(of: renewed) == nil)
    #expect(unsaved.successor(of: Session.sample("s2", generation: 1)) == nil)
    var other = Session.sample(generation: 1)
    other.createdAt += 1
    #expect(unsaved.successor(of: other) == nil)
  }
}

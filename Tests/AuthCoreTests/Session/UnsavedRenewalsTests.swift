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
    unsaved.add(UnsavedRenewal(renewed: renewed, old: Session.sample(id, generation: generation - 1)), at: .zero)
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

  @Test("one caller at a time stores a renewal; after a slow failure there is a pause") func pauses() {
    let renewed = add(2)
    let other = add(2, to: "s2")
    #expect(unsaved.begin(at: .zero) { $0 == renewed.id }.map(\.renewed) == [renewed])
    #expect(unsaved.begin(at: .zero).map(\.renewed) == [other], "another caller is storing the first one")
    for (took, pause) in [(0, 0), (99, 0), (100, 1000), (2000, 20_000), (60_000, 60_000)] {
      unsaved.failed(renewed, from: .zero, to: .milliseconds(took))
      let due = Duration.milliseconds(took + pause)
      if pause > 0 { #expect(unsaved.begin(at: due - .milliseconds(1)) { $0 == renewed.id }.isEmpty) }
      #expect(unsaved.begin(at: due) { $0 == renewed.id }.count == 1, "\(took)")
    }
    #expect(unsaved.begin(at: nil).count == 2, "the end of the program does not wait for a pause")
    unsaved.failed(.sample("s1", generation: 9), from: .zero, to: .zero)
    #expect(unsaved.begin(at: .zero).isEmpty, "the failure of another credential changes nothing")
  }

  @Test("callers of other sessions begin an attempt after a second") func ages() {
    let renewed = add(2)
    #expect(unsaved.begin(at: .milliseconds(999), after: .seconds(1)).isEmpty)
    #expect(unsaved.begin(at: .seconds(1), after: .seconds(1)).count == 1)
    unsaved.failed(renewed, from: .seconds(1), to: .seconds(1))
    #expect(unsaved.begin(at: .milliseconds(1999), after: .seconds(1)).isEmpty)
    #expect(unsaved.begin(at: .seconds(2), after: .seconds(1)).count == 1)
  }

  @Test("a session is used from memory while its renewal waits for the next attempt") func leftAlone() {
    let renewed = add(2)
    #expect(unsaved.leaveAlone(.sample("s2"), at: .zero))
    #expect(!unsaved.leaveAlone(renewed, at: .zero), "an attempt is due")
    _ = unsaved.begin(at: .zero)
    #expect(unsaved.leaveAlone(renewed, at: .zero))
    #expect(!unsaved.leaveAlone(.sample(generation: 1), at: .zero), "the session's credential is spent")
    unsaved.failed(renewed, from: .zero, to: .seconds(1))
    #expect(unsaved.leaveAlone(renewed, at: .milliseconds(10_999)))
    #expect(!unsaved.leaveAlone(renewed, at: .seconds(11)))
  }
}

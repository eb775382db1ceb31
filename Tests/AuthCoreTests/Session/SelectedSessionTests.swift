import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SelectedSessionTests {
  @Test func aSignInThatWasFasterThanTheStoreWins() {
    var selected = SelectedSession()
    selected.selected(.sample("new"))
    selected.loaded(.sample("old"), lock: nil)
    #expect(selected.session?.id == SessionID("new"))
  }

  @Test func onlyTheSelectedSessionsRenewalCounts() {
    var selected = SelectedSession()
    selected.selected(.sample("a", generation: 3))
    selected.renewed(.sample("b", generation: 9))
    #expect(selected.session?.generation == 3)
    selected.renewed(.sample("a", generation: 2))
    #expect(selected.session?.generation == 3, "an older renewal is ignored")
    selected.renewed(.sample("a", generation: 4))
    #expect(selected.session?.generation == 4)
  }

  @Test func endsOnce() {
    var selected = SelectedSession()
    selected.selected(.sample("a"))
    let ends = [
      selected.ended(SessionID("b"), .requested), selected.ended(SessionID("a"), .refused(.sessionRevoked)),
      selected.ended(SessionID("a"), .requested),
    ]
    #expect(ends == [false, true, false])
    #expect(selected.reason == .refused(.sessionRevoked))
    #expect(selected.session == nil)
  }

  private let lock = AuthError(.keyUnavailable, "The key cannot be reached.")

  private func locked(_ id: String = "a") -> SelectedSession {
    var selected = SelectedSession()
    selected.loaded(.sample(id, generation: 3), lock: lock, isRenewalUnfinished: true)
    return selected
  }

  /// The lock and the unfinished renewal of a session end with the event that resolves them, or with the session.
  @Test func locksAndUnfinishedRenewalsEndWithTheirCause() {
    let table: [(String, isLocked: Bool, isUnfinished: Bool, @Sendable (inout SelectedSession) -> Void)] = [
      ("nothing", true, true, { _ in }),
      ("loaded again", true, true, { $0.loaded(nil, lock: nil) }),
      ("another selected", false, false, { $0.selected(.sample("b")) }),
      ("renewed", false, false, { $0.renewed(.sample("a", generation: 4)) }),
      ("as new as it was", false, false, { $0.renewed(.sample("a", generation: 3)) }),
      ("another renewed", true, true, { $0.renewed(.sample("b", generation: 4)) }),
      ("replaced", true, false, { $0.replaced(by: .sample("a", generation: 1)) }),
      ("another replaced", true, true, { $0.replaced(by: .sample("b", generation: 1)) }),
      ("unlocked", false, true, { $0.relocked(nil) }),
      ("ended", false, false, { $0.ended(SessionID("a"), .requested) }),
      ("another ended", true, true, { $0.ended(SessionID("b"), .requested) }),
    ]
    for (name, isLocked, isUnfinished, change) in table {
      var selected = locked()
      change(&selected)
      #expect((selected.lock != nil) == isLocked && selected.isRenewalUnfinished == isUnfinished, "\(name)")
    }
    var selected = locked()
    selected.replaced(by: .sample("a", generation: 1))
    #expect(selected.session?.generation == 1, "the stored session is used, however old it is")
    selected.replaced(by: .sample("b", generation: 9))
    #expect(selected.session?.generation == 1)
  }

  @Test func withoutASessionThereIsNoLockOrUnfinishedRenewal() {
    var selected = SelectedSession()
    #expect(!selected.isRenewalUnfinished)
    selected.loaded(.sample("a"), lock: nil)
    #expect(!selected.isRenewalUnfinished)
    selected = SelectedSession()
    selected.loaded(nil, lock: lock, isRenewalUnfinished: true)
    #expect(selected.isLoaded && selected.lock == nil && !selected.isRenewalUnfinished)
    selected.relocked(lock)
    #expect(selected.lock == nil)
    selected.selected(.sample("a"), lock: lock)
    #expect(selected.isLoaded && selected.lock != nil)
  }

  @Test func states() {
    let session = Session.sample("a", life: 100)
    let end = session.expiresAt ?? .distantPast
    var selected = SelectedSession()
    #expect(selected.state(at: end, isRenewable: true) == .loading)
    selected.loaded(nil, lock: nil)
    #expect(selected.state(at: end, isRenewable: true) == .signedOut(.never))
    selected.selected(session)
    #expect(selected.state(at: end.addingTimeInterval(-1), isRenewable: true) == .signedIn(session))
    #expect(selected.state(at: end, isRenewable: true) == .unverified(session))
    #expect(selected.state(at: end, isRenewable: false) == .expired(session))
    selected.relocked(lock)
    #expect(selected.state(at: end, isRenewable: true) == .locked(session, .keyUnavailable))
    selected.ended(session.id, .refused(.sessionRevoked))
    #expect(selected.state(at: end, isRenewable: true) == .signedOut(.refused(.sessionRevoked)))
  }
}

import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

/// Concurrent sign-ins and sign-outs: the store and the memory agree in the end.
@Suite struct SessionSelectionTests {
  @Test func aSignOutDoesNotDeselectTheSignInThatCameInBetween() async throws {
    for _ in 0..<200 {
      let house = SessionHouse()
      let engine = house.engine(PlainProvider())
      let old = Session.sample("old", created: house.clock.now())
      let new = Session.sample("new", created: house.clock.now())
      try await engine.adopt(old)
      async let out: Void = engine.remove(old, reason: .requested)
      async let into = engine.adopt(new)
      _ = try await (out, into)
      #expect(try await house.store.selection(for: "fake") == new.id)
      #expect(try await engine.current()?.id == new.id)
      #expect(try await house.engine(PlainProvider()).current()?.id == new.id, "a new process reads the same session")
    }
  }

  @Test func aSessionThatIsGoneCannotBeChosen() async throws {
    let house = SessionHouse()
    let engine = house.engine(PlainProvider())
    let session = Session.sample(created: house.clock.now())
    try await engine.adopt(session)
    try await engine.remove(session, reason: .requested)
    await #expect(throws: AuthError(.notSignedIn, "")) { try await engine.choose(session) }
    #expect(try await engine.current() == nil)
  }

  @Test func aSessionSignedOutDuringAReadDoesNotComeBack() {
    var machine = SessionMachine(providerID: "fake", isRenewable: true, jitter: 0)
    let session = Session.sample()
    let now = session.createdAt
    guard case .load(let epoch) = machine.demand(.working, by: 1, now: now).first else {
      Issue.record("the store is not read")
      return
    }
    _ = machine.removed(session, .requested, now: now)
    // The read that began before the sign-out does not count: the store is read again.
    guard
      case .load(let next) = machine.loaded(
        session, lock: nil, isRenewalUnfinished: false, epoch: epoch, now: now
      ).first
    else {
      Issue.record("the store is not read again")
      return
    }
    _ = machine.loaded(nil, lock: nil, isRenewalUnfinished: false, epoch: next, now: now)
    #expect(machine.selected.isLoaded)
    #expect(machine.selected.session == nil)
  }

  @Test func aRecordReplacedDuringARenewalIsUsed() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let gate = Gate()
    let provider = SessionHouse.provider(behind: gate, clock)
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: clock.now()))
    clock.advance(by: .seconds(3600))
    let caller = Task { try await engine.current() }
    await gate.reached()
    try await house.store.save(.sample(created: clock.now(), generation: 7, access: "replaced"))
    gate.open()
    #expect(try await caller.value?.tokens.access == Secret("replaced"))
    #expect(
      provider.log.times("replaced 2") == 1, "the outcome of the renewal is discarded, and the current key is kept")
    #expect(provider.log.times("discard 2") == 0)
    #expect(provider.log.times("revoke") == 0, "the record belongs to the same sign-in")
    #expect(house.times { if case .sessionEnded = $0 { true } else { false } } == 0)
  }

  @Test func aRefusedCredentialIsNotAdoptedFromTheStore() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let provider = FakeProvider { (session, _) async throws(AuthError) in SessionHouse.renewed(session, clock) }
    let engine = house.engine(provider)
    let session = Session.sample(created: clock.now())
    try await engine.adopt(session)
    #expect(try await engine.refresh(after: session).generation == 2)
    #expect(try await engine.refresh(after: session).generation == 2, "the session has been renewed since")
    #expect(provider.log.times("refresh") == 1)
  }
}

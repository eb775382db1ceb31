import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

/// When a call stores the renewals that the store refused before: that of its own session at once, and those of other
/// sessions in the background.
@Suite(.timeLimit(.minutes(5))) struct DueRenewalTests {
  private let house = SessionHouse()
  private let store: PickyStore
  private let engine: ProviderSessions
  private let other = SessionID("s2")

  init() {
    store = PickyStore(house.store)
    engine = ProviderSessions(provider: DecidedProvider(), store: store, services: house.services)
  }

  private func session(_ id: SessionID, _ generation: UInt64 = 1) -> Session {
    .sample(id.rawValue, created: house.clock.now(), generation: generation)
  }

  private func addUnsaved(_ id: SessionID) {
    engine.unsaved.add(
      UnsavedRenewal(renewed: session(id, 2), old: session(id)), at: house.clock.uptime())
  }

  private func generation(_ id: SessionID) async throws -> UInt64? { try await house.store.load(id)?.generation }

  @Test("a call stores its own session's renewal at once, and another session's in the background a second later")
  func othersInTheBackground() async throws {
    let own = SessionID("s1")
    try await engine.adopt(session(other))
    try await engine.adopt(session(own))
    addUnsaved(own)
    addUnsaved(other)
    let renewed = session(other, 2)
    let gate = Gate()
    store.beforeSave.withLock { $0 = { [other] in if $0.id == other { await gate.pass() } } }
    house.clock.advance(by: .milliseconds(999))
    _ = try await engine.stored()
    #expect(try await generation(own) == 2)
    #expect(!engine.unsaved.leaveAlone(renewed, at: house.clock.uptime()), "no attempt is under way")
    house.clock.advance(by: .milliseconds(1))
    // Returns although the store does not answer for the other session.
    #expect(try await engine.stored()?.id == own)
    await gate.reached()
    #expect(try await generation(other) == 1)
    gate.open()
    while !engine.unsaved.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try await generation(other) == 2)
  }

  @Test("a call of an account that is not selected stores the renewal of that account at once") func account()
    async throws
  {
    try await engine.adopt(session(other))
    try await engine.adopt(session(SessionID("s1")))
    addUnsaved(other)
    let account = ProviderSessions(
      provider: DecidedProvider(), store: store, services: house.services, account: other, of: engine)
    #expect(try await account.stored()?.generation == 2)
    #expect(try await generation(other) == 2)
    #expect(engine.unsaved.isEmpty)
  }
}

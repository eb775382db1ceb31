import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

/// The whole engine at a store whose claims expire.
@Suite struct EngineAtLeasedStoreTests {
  private let clock = ManualClock()
  private let observer = RecordingObserver()
  private let store = MemorySessionStore()

  private func services(_ records: MemoryRecordStore = MemoryRecordStore()) -> ProviderServices {
    var services = ProviderServices.testing(clock: clock, observer: observer)
    services.records = records
    return services
  }

  @Test("the time that is left of a lease counts from when it was asked for") func left() {
    clock.advance(by: .seconds(100))
    let lease = RenewalLease(.seconds(20), clock: clock)
    #expect(lease.left == .seconds(18))
    clock.advance(by: .seconds(5))
    #expect(lease.left == .seconds(13))
    #expect(lease.ending(within: .seconds(6)).left == .seconds(1))
  }

  @Test("a start stores what an earlier run got, under the fence of its claim") func recovered() async throws {
    let services = services()
    let session = Session.sample(created: clock.now(), generation: 1, access: "old")
    try await store.save(session)
    try await store.select(session.id, for: session.providerID)
    var renewed = session
    renewed.generation = 2
    renewed.tokens.access = Secret("new")
    try await SessionOutbox(services.hostRecords).spool(renewed, fence: 7)
    let claims = LeasedClaims(store)
    let provider = FakeProvider { (session, _) in .refreshed(session) }
    let engine = ProviderSessions(provider: provider, store: claims, services: services)
    #expect(try await engine.stored() == renewed)
    #expect(claims.commits.withLock { $0.map(\.fence) } == [7])
    #expect(claims.commits.withLock { $0.map(\.session.generation) } == [1])
    let event = observer.events.compactMap { if case .renewal(let event) = $0 { event } else { nil } }.last
    #expect(event?.fence == 7 && event?.step == .committed && event?.generation == 1)
  }

  @Test("an engine with a renewal in the background is not idle") func idle() async throws {
    let gate = Gate()
    let provider = FakeProvider { (session, _) async throws(AuthError) in
      await gate.pass()
      return .refreshed(session)
    }
    let session = Session.sample(created: clock.now())
    try await store.save(session)
    try await store.select(session.id, for: session.providerID)
    let engine = ProviderSessions(provider: provider, store: LeasedClaims(store), services: services())
    clock.advance(by: .seconds(3600 - 40))
    #expect(try await engine.current()?.generation == 1)
    await gate.reached()
    #expect(!engine.isIdle)
    gate.open()
    await engine.settle()
    #expect(engine.isIdle)
  }

  @Test("a sign-in that could not be selected, nor taken back, is reported") func withdrawn() async throws {
    let claims = LeasedClaims(store)
    claims.failure.withLock { $0 = AuthError(.storeFull, "Full.") }
    let provider = FakeProvider { (session, _) in .refreshed(session) }
    let engine = ProviderSessions(provider: provider, store: claims, services: services())
    await #expect(throws: AuthError(.storeFull, "")) { try await engine.adopt(.sample(created: clock.now())) }
    let operations = observer.events.compactMap { event -> String? in
      if case .store(let operation, _, let error?) = event, error.code == .storeFull { operation } else { nil }
    }
    #expect(operations.contains("withdraw"))
  }
}

import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The complete engine with a store whose claims expire.
@Suite struct EngineAtLeasedStoreTests {
  private let clock = ManualClock()
  private let observer = RecordingObserver()
  private let store = MemorySessionStore()

  private var renewals: [RenewalEvent] {
    observer.events.compactMap { if case .renewal(let event) = $0 { event } else { nil } }
  }

  private func renewal(
    _ claims: LeasedClaims, replay: CredentialReplay = .none, _ services: ProviderServices? = nil,
    _ refreshing: @escaping FakeProvider.Refresh
  ) -> SessionRenewal {
    var provider = DecidedProvider()
    provider.refreshing = refreshing
    provider.replaying = replay
    return SessionRenewal(provider: provider, store: store, claims: claims, services: services ?? self.services())
  }

  private func services(_ records: MemoryRecordStore = MemoryRecordStore()) -> ProviderServices {
    var services = ProviderServices.testing(clock: clock, observer: observer)
    services.records = records
    return services
  }

  @Test("the remaining time of a lease is counted from the request for the lease") func left() {
    clock.advance(by: .seconds(100))
    let lease = RenewalLease(.seconds(20), clock: clock)
    #expect(lease.left == .seconds(18))
    clock.advance(by: .seconds(5))
    #expect(lease.left == .seconds(13))
    #expect(lease.ending(within: .seconds(6)).left == .seconds(1))
  }

  @Test("a start stores the renewal of an earlier run, with the fence of its claim") func recovered() async throws {
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
    let event = renewals.last
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

  @Test("a sign-in that could be neither selected nor withdrawn is reported") func withdrawn() async throws {
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

  @Test("nothing is sent if noting the use took as long as the lease") func lateNote() async throws {
    let session = Session.sample(created: clock.now())
    try await store.save(session)
    let (claims, clock) = (LeasedClaims(store), clock)
    claims.noting.withLock { $0 = { clock.advance(by: .seconds(18)) } }
    let renewal = renewal(claims) { (session, _) in
      Issue.record("sent")
      return .refreshed(session)
    }
    await #expect(throws: AuthError(.storeLocked, "")) {
      _ = try await renewal.run(session, isForced: true) { _ in false }
    }
    #expect(claims.notes == 1 && claims.uses == [.unused])
  }

  @Test("a response is still read for two seconds after the lease") func grace() async throws {
    let session = Session.sample(created: clock.now())
    try await store.save(session)
    let gate = Gate()
    let renewal = renewal(LeasedClaims(store)) { (session, _) async throws(AuthError) in
      await gate.pass()
      return .refreshed(session)
    }
    let caller = Task { try await renewal.run(session, isForced: true) { _ in false } }
    await gate.reached()
    await clock.waitForSleepers(1, of: .seconds(18))
    clock.advance(by: .seconds(18))
    // The next time limit is the time for which a response is still read.
    await clock.waitForSleepers(1, of: .seconds(2))
    gate.open()
    guard case .renewed = try await caller.value else {
      Issue.record("not renewed")
      return
    }
  }

  @Test("a renewed session has the clock's lag of its renewal") func clockLag() async throws {
    let session = Session.sample(created: clock.now())
    try await store.save(session)
    let time = ServerTime(of: "fake", base: clock, observer: SilentObserver())
    let date = HTTPDate.encode(clock.now().addingTimeInterval(3600))
    let answering = ScriptedTransport { _ in TransportResponse(status: 200, headers: ["Date": date]) }
    _ = try await time.intercept(try TransportRequest("GET", "https://api.example.com/"), next: answering)
    var services = services()
    services.clock = time
    let renewal = renewal(LeasedClaims(store), services) { (session, _) in .refreshed(session) }
    _ = try await renewal.run(session, isForced: true) { _ in false }
    let lag = try #require(try await store.load(session.id)?.clockLag)
    #expect(abs(lag - 3600) <= 1)
  }

  @Test("a credential whose window is over is lost until its host starts again") func lost() async throws {
    let session = Session.sample(created: clock.now())
    try await store.save(session)
    let claims = LeasedClaims(store, unanswered: .seconds(11))
    let renewal = renewal(claims, replay: .samePair(within: .seconds(10))) { (session, _) in .refreshed(session) }
    let error = await #expect(throws: AuthError(.renewalLost, "")) {
      _ = try await renewal.run(session, isForced: true) { _ in false }
    }
    #expect(error?.message.contains("That host stores the response when it starts again") == true)
  }

  @Test("a session in the outbox with the stored generation is not stored if a use returns the same credential again")
  func spooledOfTheSameGeneration() async throws {
    let services = services()
    let session = Session.sample(created: clock.now(), generation: 3)
    try await store.save(session)
    var spooled = session
    spooled.tokens.access = Secret("other")
    try await SessionOutbox(services.hostRecords).spool(spooled, fence: 5)
    let claims = LeasedClaims(store)
    let renewal = renewal(claims, replay: .samePair(within: .seconds(10)), services) { (session, _) in
      .refreshed(session)
    }
    guard case .adopted(session) = try await renewal.run(session, isForced: false, isFresh: { _ in true }) else {
      Issue.record("not adopted")
      return
    }
    #expect(claims.commits.withLock { $0.isEmpty })
  }

  @Test("a session of generation 4 in the outbox is committed as the renewal of generation 3")
  func spooledEarlier() async throws {
    let services = services()
    let session = Session.sample(created: clock.now(), generation: 7)
    try await store.save(session)
    try await SessionOutbox(services.hostRecords).spool(.sample(created: clock.now(), generation: 4), fence: 5)
    let claims = LeasedClaims(store)
    let renewal = renewal(claims, replay: .newPair(within: .seconds(60)), services) { (session, _) in
      .refreshed(session)
    }
    _ = try await renewal.run(session, isForced: false, isFresh: { _ in true })
    #expect(claims.commits.withLock { $0.first?.session.generation } == 3)
    #expect(renewals.last { $0.fence == 5 }?.generation == 3)
  }
}

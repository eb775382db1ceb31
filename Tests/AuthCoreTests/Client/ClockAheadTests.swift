import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's clock is ahead of this machine's. A session that has expired for the server is renewed before its use.
@Suite struct ClockAheadTests {
  private let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
  private let store: MemorySessionStore
  /// Clock differences in seconds: an hour, which is corrected, and a day, which is not.
  static let lags: [Double] = [3600, 86_400]

  init() { store = MemorySessionStore(clock: clock) }

  /// Returns the services of a new process, which has received no response yet, and the object that reads responses.
  private func services() -> (ProviderServices, ServerTime) {
    var services = ProviderServices.testing(clock: clock, observer: RecordingObserver())
    let time = ServerTime(of: "fake", base: clock, observer: SilentObserver())
    services.clock = time
    return (services, time)
  }

  private func hear(_ time: ServerTime, lag: Double) async throws {
    let date = HTTPDate.encode(clock.now().addingTimeInterval(lag))
    let answering = ScriptedTransport { _ in TransportResponse(status: 200, headers: ["Date": date]) }
    _ = try await time.intercept(try TransportRequest("GET", "https://api.example.com/"), next: answering)
  }

  /// Returns a provider whose server issues credentials for a minute, by its own clock.
  private func provider(lag: Double) -> FakeProvider {
    FakeProvider { [clock] (session, _) async throws(AuthError) in
      var next = session
      next.expiresAt = clock.now().addingTimeInterval(lag + 60)
      return .refreshed(next)
    }
  }

  private func engine(_ provider: FakeProvider, _ services: ProviderServices) -> ProviderSessions {
    let engine = ProviderSessions(provider: provider, store: store, services: services)
    engine.attach()
    return engine
  }

  /// Returns an engine that signed in a minute ago, at a server whose clock is ahead.
  private func signedIn(lag: Double, _ provider: FakeProvider) async throws -> ProviderSessions {
    let (services, time) = services()
    try await hear(time, lag: lag)
    let engine = engine(provider, services)
    var session = Session.sample(created: services.clock.now())
    session.expiresAt = clock.now().addingTimeInterval(lag + 60)
    try await engine.adopt(session)
    clock.advance(by: .seconds(61))
    return engine
  }

  @Test("L20: the process that signed in renews a session that has expired for its server", arguments: lags)
  func sameProcess(lag: Double) async throws {
    let provider = provider(lag: lag)
    let engine = try await signedIn(lag: lag, provider)
    #expect(try await engine.current()?.generation == 2)
    #expect(try await engine.current()?.generation == 2)
    #expect(provider.log.times("refresh") == 1)
  }

  @Test("L20: a later process renews it once, before it has a response of the server", arguments: lags)
  func laterProcess(lag: Double) async throws {
    let provider = provider(lag: lag)
    _ = try await signedIn(lag: lag, provider)
    for _ in 0..<3 { #expect(try await engine(provider, services().0).current()?.generation == 2) }
    #expect(provider.log.times("refresh") == 1)
  }

  @Test("L20: a session that the server still accepts is not renewed, however many processes ask", arguments: lags)
  func stillGood(lag: Double) async throws {
    let provider = provider(lag: lag)
    _ = try await signedIn(lag: lag, provider).refresh()
    for _ in 0..<3 { #expect(try await engine(provider, services().0).current()?.generation == 2) }
    #expect(provider.log.times("refresh") == 1)
  }

  @Test("L20: a session that cannot be renewed is used as it is, and its renewal is tried once", arguments: lags)
  func unreachable(lag: Double) async throws {
    let provider = FakeProvider { (_, _) async throws(AuthError) in throw AuthError(.network, "No network.") }
    _ = try await signedIn(lag: lag, provider)
    let engine = engine(provider, services().0)
    for _ in 0..<3 { #expect(try await engine.current()?.generation == 1) }
    #expect(provider.log.times("refresh") == 1)
  }

  @Test("L20: all callers that ask during the renewal get the renewed session") func together() async throws {
    let gate = Gate()
    let lag = 86_400.0
    let provider = FakeProvider { [clock] (session, _) async throws(AuthError) in
      await gate.pass()
      var next = session
      next.expiresAt = clock.now().addingTimeInterval(lag + 60)
      return .refreshed(next)
    }
    _ = try await signedIn(lag: lag, provider)
    let engine = engine(provider, services().0)
    let callers = (0..<10).map { _ in Task { try await engine.current()?.generation } }
    await gate.reached()
    gate.open()
    for caller in callers { #expect(try await caller.value == 2) }
    #expect(provider.log.times("refresh") == 1)
  }

  @Test("a session without an expiry is not renewed, however far the clocks differ") func endless() async throws {
    var session = Session.sample(created: clock.now(), life: nil)
    session.clockLag = 3600
    try await store.save(session)
    try await store.select(session.id, for: session.providerID)
    let provider = provider(lag: 3600)
    let engine = engine(provider, services().0)
    for _ in 0..<2 { #expect(try await engine.current()?.generation == 1) }
    #expect(provider.log.times("refresh") == 0)
  }

  /// How a server refuses a request that was signed with a wrong time.
  enum Refusal: CaseIterable {
    case refused, invalid, unreachable
  }

  @Test(
    "L20: a renewal that was refused because of this machine's clock is repeated once with the corrected time",
    arguments: Refusal.allCases, [0, 3600, 86_400])
  func repeated(_ refusal: Refusal, lag: Double) async throws {
    let (services, time) = services()
    let calls = Locked(0)
    let provider = FakeProvider { (session, _) async throws(AuthError) in
      let call = calls.withLock {
        $0 += 1; return $0
      }
      try? await hear(time, lag: lag)
      if call == 2 {
        var next = session
        next.tokens.access = Secret("new")
        return .refreshed(next)
      }
      switch refusal {
      case .refused: return .refused(AuthError(.sessionExpired, "Over."))
      case .invalid: throw AuthError(.providerError, "The stamp is stale.")
      case .unreachable: throw AuthError(.network, "Down.")
      }
    }
    let session = Session.sample(created: clock.now())
    try await store.save(session)
    let renewal = SessionRenewal(provider: provider, store: store, services: services)
    // A difference of a day is not corrected, and a request without a response was not refused.
    let isRepeated = lag == 3600 && refusal != .unreachable
    do throws(AuthError) {
      let outcome = try await renewal.run(session, isForced: true) { _ in false }
      if case .renewed(let new, _) = outcome { #expect(isRepeated && new.tokens.access == Secret("new")) }
      if case .refused = outcome { #expect(lag == 0 && refusal == .refused) }
    } catch {
      #expect(!isRepeated)
    }
    #expect(calls.withLock { $0 } == (isRepeated ? 2 : 1))
  }

  @Test("L20: a revocation that was refused because of this machine's clock is repeated once", arguments: [0, 3600])
  func revokedAgain(lag: Double) async throws {
    let (services, time) = services()
    let calls = Locked(0)
    var provider = DecidedProvider()
    provider.revoking = { (_) async throws(AuthError) in
      try? await hear(time, lag: lag)
      if calls.withLock({
        $0 += 1; return $0
      }) == 1 {
        throw AuthError(.providerError, "The stamp is stale.")
      }
    }
    let engine = ProviderSessions(provider: provider, store: store, services: services)
    let session = Session.sample(created: clock.now())
    try await engine.adopt(session)
    let error = await engine.revoke(try await engine.delete(session, reason: .requested), within: .seconds(5))
    #expect(error?.code == (lag == 0 ? .providerError : nil))
    #expect(calls.withLock { $0 } == (lag == 0 ? 1 : 2))
  }

  /// Stores a session of another host, whose clock was right.
  private func signedInElsewhere() async throws {
    var session = Session.sample(created: clock.now())
    session.expiresAt = clock.now().addingTimeInterval(60)
    try await store.save(session)
    try await store.select(session.id, for: session.providerID)
    clock.advance(by: .seconds(61))
  }

  @Test("a host that has not heard from the server takes the time of the store that it shares", arguments: lags)
  func sharedStore(lag: Double) async throws {
    try await signedInElsewhere()
    let slow = ManualClock(clock.now().addingTimeInterval(-lag))
    var services = services().0
    services.clock = ServerTime(of: "fake", base: slow, observer: SilentObserver())
    let provider = provider(lag: 0)
    let engine = ProviderSessions(
      provider: provider, store: LeasedClaims(store, clockLag: lag), services: services)
    engine.attach()
    for _ in 0..<3 { #expect(try await engine.current()?.generation == 2) }
    #expect(provider.log.times("refresh") == 1)
  }

  @Test("what a host has heard from the server counts more than the store's time") func heard() async throws {
    try await signedInElsewhere()
    let slow = ManualClock(clock.now().addingTimeInterval(-3600))
    let time = ServerTime(of: "fake", base: slow, observer: SilentObserver())
    var services = services().0
    services.clock = time
    let date = HTTPDate.encode(slow.now())
    let answering = ScriptedTransport { _ in TransportResponse(status: 200, headers: ["Date": date]) }
    _ = try await time.intercept(try TransportRequest("GET", "https://api.example.com/"), next: answering)
    let provider = provider(lag: 0)
    let engine = ProviderSessions(
      provider: provider, store: LeasedClaims(store, clockLag: 3600), services: services)
    engine.attach()
    #expect(try await engine.current()?.generation == 1)
    #expect(provider.log.times("refresh") == 0)
  }
}

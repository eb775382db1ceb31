import AuthStorage
import AuthTesting

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The dependencies of a session engine: a clock that a test advances, a store in memory, and an observer.
struct SessionHouse {
  let clock = ManualClock()
  let observer = RecordingObserver()
  let store: MemorySessionStore
  let services: ProviderServices

  init(tokenProvider: any TokenProvider = TokenProviderChain([])) {
    store = MemorySessionStore(clock: clock)
    services = .testing(tokenProvider: tokenProvider, clock: clock, observer: observer)
  }

  func engine(_ provider: any AuthProvider) -> ProviderSessions {
    let engine = ProviderSessions(provider: provider, store: store, services: services)
    engine.attach()
    return engine
  }

  /// Returns a renewal of the session that is valid for an hour from now.
  static func renewed(_ session: Session, _ clock: ManualClock) -> RefreshOutcome {
    var next = session
    next.createdAt = clock.now()
    next.expiresAt = clock.now().addingTimeInterval(3600)
    next.tokens.access = Secret("access-\(session.generation + 1)")
    return .refreshed(next)
  }

  /// Returns a provider whose renewal waits until the test opens the gate.
  static func provider(_ id: ProviderID = "fake", behind gate: Gate, _ clock: ManualClock) -> FakeProvider {
    FakeProvider(id: id) { (session, _) async throws(AuthError) in
      await gate.pass()
      return renewed(session, clock)
    }
  }

  /// Returns how many recorded events match.
  func times(_ matches: (AuthEvent) -> Bool) -> Int { observer.events.filter(matches).count }
}

/// An engine whose credential has expired. One caller has asked for the session, and the server waits until the test
/// opens the gate.
struct HangingRenewal {
  let house = SessionHouse()
  let gate = Gate()
  let session: Session
  let provider: FakeProvider
  let engine: ProviderSessions
  let caller: Task<Session?, any Error>

  init() async throws {
    provider = SessionHouse.provider(behind: gate, house.clock)
    let engine = house.engine(provider)
    self.engine = engine
    session = Session.sample(created: house.clock.now())
    try await engine.adopt(session)
    house.clock.advance(by: .seconds(3600))
    caller = Task { try await engine.current() }
    await gate.reached()
  }
}

extension ProviderSessions {
  /// Reads the store again, and waits for the end of the read.
  func reread() async {
    perform(change { (machine, _) in machine.changed() })
    _ = try? await wait { (machine, caller, now) in machine.demand(.stored, by: caller, now: now) }
  }
}

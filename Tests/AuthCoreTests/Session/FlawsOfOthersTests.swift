import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests for flaws that were found in the single-flight code of other libraries. The title of each test names the
/// library, the type and the flaw, which this engine must not have.
@Suite struct FlawsOfOthersTests {
  // MARK: supabase-swift, LiveSessionManager.refreshSession

  @Test("supabase LiveSessionManager: a late answer is stored after sign-out (issue 1371)")
  func supabaseLateAnswerAfterSignOut() async throws {
    let hanging = try await HangingRenewal()
    try await hanging.engine.remove(hanging.session, reason: .requested)
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await hanging.caller.value }
    hanging.gate.open()
    await hanging.engine.settle()
    #expect(try await hanging.house.store.list().isEmpty)
    #expect(hanging.provider.log.times("discard 2") == 1, "the credential of the late response is discarded")
    #expect(try await hanging.engine.current() == nil)
    #expect(hanging.house.times { if case .sessionEnded = $0 { true } else { false } } == 1)
  }

  @Test("supabase LiveSessionManager: a late answer is applied to the user who signed in meanwhile (issue 1371)")
  func supabaseLateAnswerAfterSwitch() async throws {
    let hanging = try await HangingRenewal()
    try await hanging.engine.adopt(.sample("s2", created: hanging.house.clock.now(), access: "other"))
    #expect(
      try await hanging.caller.value?.id == SessionID("s2"), "the caller receives the session that is now selected")
    hanging.gate.open()
    await hanging.engine.settle()
    #expect(try await hanging.engine.current()?.id == SessionID("s2"))
    #expect(try await hanging.house.store.selection(for: "fake") == SessionID("s2"))
    #expect(try await hanging.house.store.load(SessionID("s1"))?.generation == 2, "the other account's renewal is kept")
  }

  @Test("supabase refreshSession: cancelling the caller loses the rotated token (issue 707)")
  func supabaseCancelledCallerLosesTheToken() async throws {
    let hanging = try await HangingRenewal()
    hanging.caller.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { _ = try await hanging.caller.value }
    hanging.gate.open()
    await hanging.engine.settle()
    #expect(try await hanging.house.store.load(SessionID("s1"))?.generation == 2)
    #expect(try await hanging.engine.current()?.tokens.access == Secret("access-2"))
  }

  @Test("supabase: renewing by the clock stops permanently after one failure (issue 630)")
  func supabaseAutoRefreshStopsSilently() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let attempts = Locked(0)
    let provider = FakeProvider { (session, _) async throws(AuthError) in
      let attempt = attempts.withLock { count in
        count += 1
        return count
      }
      guard attempt > 2 else { throw AuthError(.network, "Down.") }
      return SessionHouse.renewed(session, clock)
    }
    let engine = house.engine(provider)
    let watch = engine.states.makeAsyncIterator()
    try await engine.adopt(.sample(created: clock.now()))
    // There is no caller. Only the clock advances, from alarm to alarm.
    for _ in 0..<2_000 where attempts.withLock({ $0 }) < 3 {
      clock.advance(by: .seconds(30))
      for _ in 0..<20 { await Task.yield() }
      await engine.settle()
    }
    #expect(attempts.withLock { $0 } == 3)
    #expect(try await house.store.load(SessionID("s1"))?.generation == 2)
    withExtendedLifetime(watch) {}
  }

  // MARK: okta-mobile-swift, CoalescedResult

  @Test("okta CoalescedResult: cancelling the first caller fails all callers")
  func oktaFirstCallerRunsTheOperation() async throws {
    let hanging = try await HangingRenewal()
    let second = Task { try await hanging.engine.current() }
    hanging.caller.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { _ = try await hanging.caller.value }
    hanging.gate.open()
    #expect(try await second.value?.generation == 2)
  }

  @Test("okta CoalescedResult: a later caller cannot be cancelled")
  func oktaLaterCallersCannotLeave() async throws {
    let hanging = try await HangingRenewal()
    let later = Task { try await hanging.engine.current() }
    later.cancel()
    // The caller returns while the renewal waits at the closed gate.
    await #expect(throws: AuthError(.cancelled, "")) { _ = try await later.value }
    hanging.gate.open()
    #expect(try await hanging.caller.value?.generation == 2)
  }

  @Test("okta CoalescedResult: asking for the value blocks a thread while a renewal runs")
  func oktaReadingBlocksAThread() async throws {
    let hanging = try await HangingRenewal()
    // There are more readers than threads on this machine. All return while the renewal waits.
    let read = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask { hanging.engine.cached == nil && hanging.engine.source.current.session != nil }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(read == 200)
    hanging.gate.open()
    _ = try await hanging.caller.value
  }

  // MARK: soto-core, ExpiringValue

  @Test("soto ExpiringValue: any caller's cancellation cancels the shared task")
  func sotoAnyCallerCancelsTheTask() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let gate = Gate()
    let wasCancelled = Locked(false)
    let provider = FakeProvider { (session, _) async throws(AuthError) in
      await gate.pass()
      wasCancelled.withLock { $0 = Task.isCancelled }
      return SessionHouse.renewed(session, clock)
    }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: clock.now()))
    clock.advance(by: .seconds(3600))
    let callers = (0..<20).map { _ in Task { try await engine.current() } }
    await gate.reached()
    for caller in callers.dropLast() { caller.cancel() }
    for caller in callers.dropLast() { _ = try? await caller.value }
    gate.open()
    #expect(try await callers[19].value?.generation == 2)
    #expect(!wasCancelled.withLock { $0 })
    #expect(provider.log.times("refresh") == 1)
  }

  @Test("soto ExpiringValue: an error is cached and thrown to all later callers")
  func sotoErrorIsSticky() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let attempts = Locked(0)
    let provider = FakeProvider { (session, _) async throws(AuthError) in
      let attempt = attempts.withLock { count in
        count += 1
        return count
      }
      guard attempt > 1 else { throw AuthError(.network, "Down.") }
      return SessionHouse.renewed(session, clock)
    }
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: clock.now()))
    clock.advance(by: .seconds(3600))
    await #expect(throws: AuthError(.network, "")) { _ = try await engine.current() }
    #expect(try await engine.current()?.generation == 2)
    #expect(engine.source.current.name == "signedIn")
  }

  // MARK: Auth0.swift, SynchronizationBarrier

  @Test("Auth0 SynchronizationBarrier: one queue for all accounts of the process")
  func auth0AccountsQueueBehindEachOther() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let gate = Gate()
    let first = house.engine(SessionHouse.provider("stuck", behind: gate, clock))
    let second = house.engine(
      FakeProvider(id: "quick") { (session, _) async throws(AuthError) in SessionHouse.renewed(session, clock) })
    try await first.adopt(.sample("a", provider: "stuck", created: clock.now()))
    try await second.adopt(.sample("b", provider: "quick", created: clock.now()))
    clock.advance(by: .seconds(3600))
    let waiting = Task { try? await first.current() }
    await gate.reached()
    #expect(try await second.current()?.generation == 2)
    gate.open()
    _ = await waiting.value
  }

  @Test("Auth0 SynchronizationBarrier: accounts of one provider queue behind each other")
  func auth0AccountsOfOneProviderQueue() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let gate = Gate()
    let provider = FakeProvider { (session, _) async throws(AuthError) in
      if session.id == SessionID("a") { await gate.pass() }
      return SessionHouse.renewed(session, clock)
    }
    let engine = house.engine(provider)
    let stuck = Session.sample("a", created: clock.now())
    try await engine.adopt(stuck)
    try await engine.adopt(.sample("b", created: clock.now()))
    let waiting = Task { try? await engine.refresh(after: stuck) }
    await gate.reached()
    #expect(try await engine.refresh().id == SessionID("b"))
    gate.open()
    #expect(await waiting.value?.id == SessionID("a"))
  }

  @Test("Auth0 SynchronizationBarrier: callers queue up and renew one after another instead of sharing one renewal")
  func auth0SerialisesRatherThanCoalesces() async throws {
    let house = SessionHouse()
    let clock = house.clock
    let gate = Gate()
    let provider = SessionHouse.provider(behind: gate, clock)
    let engine = house.engine(provider)
    try await engine.adopt(.sample(created: clock.now()))
    let callers = (0..<50).map { _ in Task { try await engine.refresh().generation } }
    await gate.reached()
    gate.open()
    var generations: Set<UInt64> = []
    for caller in callers { generations.insert(try await caller.value) }
    // A caller that came after the first renewal requests a new one: a few renewals, never fifty.
    #expect(provider.log.times("refresh") <= generations.count)
  }

  // MARK: golang/oauth2, reuseTokenSource

  @Test("golang/oauth2 reuseTokenSource: a mutex is held across the network call")
  func golangMutexAcrossTheNetwork() async throws {
    let hanging = try await HangingRenewal()
    // All other operations continue during the request: reading, signing in, switching, signing out.
    #expect(try await hanging.engine.stored()?.id == hanging.session.id)
    try await hanging.engine.adopt(.sample("s2", created: hanging.house.clock.now()))
    #expect(hanging.engine.cached?.id == SessionID("s2"))
    try await hanging.engine.choose(hanging.session)
    try await hanging.engine.remove(hanging.session, reason: .requested)
    #expect(hanging.engine.source.current == .signedOut(.requested))
    hanging.gate.open()
    _ = try await hanging.caller.value
  }

  @Test("golang/oauth2 reuseTokenSource: a caller cannot be cancelled")
  func golangNoCancellation() async throws {
    let hanging = try await HangingRenewal()
    hanging.caller.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { _ = try await hanging.caller.value }
    hanging.gate.open()
    await hanging.engine.settle()
  }

  // MARK: all libraries that wait on Task.value

  @Test("Task.value: resuming N waiters costs N² (here 10,000 waiters make one call, in linear time)")
  func taskValueIsQuadratic() async throws {
    let small = try await Self.timeToAnswer(5_000)
    let large = try await Self.timeToAnswer(40_000)
    // With eight times as many callers, the ratio is 8 if the time is linear, and 64 if it is quadratic.
    let figures = "5,000 answered in \(small * 1000) ms, 40,000 in \(large * 1000) ms, ratio \(large / small)"
    #expect(large / small < 24, "\(figures)")
    print("waiters: " + figures)
  }

  /// Returns the time from the server's response to the last caller's result: the minimum of five runs.
  private static func timeToAnswer(_ count: Int) async throws -> Double {
    var best = Double.infinity
    for _ in 0..<5 {
      let house = SessionHouse()
      let gate = Gate()
      let provider = SessionHouse.provider(behind: gate, house.clock)
      let engine = house.engine(provider)
      try await engine.adopt(.sample(created: house.clock.now()))
      house.clock.advance(by: .seconds(3600))
      // A task group is not used, because the list of its children costs N² by itself.
      let served = Counter()
      let (last, end) = AsyncStream<Void>.makeStream()
      for _ in 0..<count {
        Task.detached { [engine, served] in
          guard let session = try? await engine.current(), session.generation == 2 else { return }
          if served.one() == count { end.finish() }
        }
      }
      await gate.reached()
      while engine.state.withLock({ $0.callers.count }) < count { await Task.yield() }
      let start = ContinuousClock.now
      gate.open()
      for await _ in last {}
      best = min(best, start.duration(to: .now).seconds)
      #expect(provider.log.times("refresh") == 1)
    }
    return best
  }
}

/// A counter for many tasks.
private final class Counter: Sendable {
  private let count = Locked(0)

  func one() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

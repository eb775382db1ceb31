import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The times at which an engine reads the store again: after changes, if the store counts or announces them, and not
/// for each caller.
@Suite(.timeLimit(.minutes(5))) struct ChangeCounterTests {
  private let house = SessionHouse()

  private func engine(_ store: HeardStore) -> ProviderSessions {
    let engine = ProviderSessions(provider: PlainProvider(), store: store, services: house.services)
    engine.attach()
    return engine
  }

  private func session(_ id: String = "s1") -> Session { .sample(id, created: house.clock.now()) }

  /// Signs in as another process.
  private func signIn(_ session: Session) async throws {
    try await house.store.save(session)
    try await house.store.select(session.id, for: "fake")
  }

  private func known(_ engine: ProviderSessions) -> Session? { engine.state.withLock { $0.machine.selected.session } }

  @Test("without a revision, callers do not cause another read of a known session, but of a missing one")
  func withoutACount() async throws {
    let store = HeardStore(house.store, counts: false)
    let engine = engine(store)
    #expect(try await engine.stored() == nil)
    try await signIn(session())
    #expect(try await engine.stored() == session())
    let loads = store.loads
    for _ in 0..<3 { #expect(try await engine.stored() == session()) }
    #expect(store.loads == loads)
    #expect(engine.cached == session())
  }

  @Test("with a revision, the store is read once after a change") func withACount() async throws {
    let store = HeardStore(house.store)
    try await signIn(session())
    let engine = engine(store)
    #expect(try await engine.current() == session())
    #expect(engine.cached == session(), "the session in memory is the stored one")
    let loads = store.loads
    for _ in 0..<3 { #expect(try await engine.stored() == session()) }
    #expect(store.loads == loads)
    try await signIn(session("s2"))
    #expect(engine.cached == nil)
    #expect(try await engine.current() == session("s2"))
    #expect(engine.cached == session("s2"))
  }

  @Test("a read of a session that is ready adds no entry to the list of callers") func atHand() async throws {
    let engine = engine(HeardStore(house.store))
    try await engine.adopt(session())
    let callers = engine.state.withLock { $0.lastCaller }
    for _ in 0..<3 { #expect(try await engine.current() == session()) }
    #expect(engine.state.withLock { $0.lastCaller } == callers)
  }

  @Test("a reader receives changes that were made before it started") func beforeAReader() async throws {
    let store = HeardStore(house.store, counts: false)
    let engine = engine(store)
    try await engine.adopt(session())
    try await house.store.delete(session().id)
    try await house.store.select(nil, for: "fake")
    #expect(try await engine.stored() == session(), "the store has not announced the change")
    for await state in engine.states where state == .signedOut(.requested) { break }
  }

  @Test("the engine listens to the store while there is a reader, through any change of readers")
  func readersComeAndGo()
    async throws
  {
    let store = HeardStore(house.store, counts: false)
    let engine = engine(store)
    try await engine.adopt(session())
    for id in ["s2", "s3"] {
      do {
        var states = engine.states.makeAsyncIterator()
        await store.listened { $0 == 1 }
        // The first read may happen after the first change, so a second change is announced separately.
        for name in [id, id + "-later"] {
          try await signIn(session(name))
          store.tell()
          while await states.next()?.session?.id != SessionID(name) {}
        }
        #expect(store.listeners == 1)
      }
      await store.listened { $0 == 0 }
      #expect(store.listeners == 0)
    }
  }

  @Test("a released engine stops listening, and keeps no timer") func isReleased() async throws {
    let store = HeardStore(house.store)
    let source = SessionStateSource()
    var engine: ProviderSessions? = ProviderSessions(
      provider: PlainProvider(), store: store, services: house.services, source: source)
    engine?.attach()
    _ = try await engine?.adopt(session())
    let reader = SessionStates(source: source).makeAsyncIterator()
    await store.listened { $0 == 1 }
    await house.clock.waitForSleepers(1)
    engine = nil
    await store.listened { $0 == 0 }
    #expect(store.listeners == 0)
    for _ in 0..<2000 where house.clock.sleeperCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(house.clock.sleeperCount == 0)
    withExtendedLifetime(reader) {}
  }

  @Test("a retired engine stops listening and has no alarm, even with a new reader") func retires() async throws {
    let store = HeardStore(house.store)
    let engine = engine(store)
    try await engine.adopt(session())
    let first = engine.states.makeAsyncIterator()
    await store.listened { $0 == 1 }
    #expect(engine.state.withLock { $0.machine.alarm } != nil)
    engine.retire()
    await store.listened { $0 == 0 }
    #expect(store.listeners == 0)
    #expect(engine.state.withLock { $0.machine.alarm } == nil)
    engine.watch()
    #expect(engine.state.withLock { $0.machine.alarm } == nil)
    withExtendedLifetime(first) {}
  }

  @Test("an engine that replaces another publishes the state again, and has an alarm for its readers")
  func takesAPlace() async throws {
    let store = HeardStore(house.store)
    let old = engine(store)
    try await old.adopt(session())
    let reader = old.states.makeAsyncIterator()
    old.retire()
    let new = ProviderSessions(provider: PlainProvider(), store: store, services: house.services, source: old.source)
    new.attach()
    #expect(new.source.current == .loading)
    #expect(try await new.current() == session())
    #expect(new.source.current == .signedIn(session()))
    #expect(new.state.withLock { $0.machine.alarm } != nil)
    withExtendedLifetime(reader) {}
  }

  @Test("an engine that was in use before it replaces another publishes its current state") func atWorkBefore()
    async throws
  {
    let old = engine(HeardStore(house.store))
    #expect(try await old.stored() == nil)
    #expect(old.source.current == .signedOut(.never))
    let new = ProviderSessions(
      provider: PlainProvider(), store: HeardStore(house.store), services: house.services, source: old.source)
    try await new.adopt(session())
    #expect(old.source.current == .signedOut(.never), "the engine is not attached yet")
    new.attach()
    #expect(new.source.current == .signedIn(session()))
  }

  @Test("a reread reads the store at once, and returns after the read") func reread() async throws {
    let store = HeardStore(house.store, counts: false)
    let engine = engine(store)
    try await engine.adopt(session())
    var labelled = session()
    labelled.tags = ["colour": "green"]
    try await house.store.save(labelled)
    #expect(known(engine) == session())
    await engine.reread()
    #expect(known(engine) == labelled)
  }

  @Test("after a read that failed, the next call reads again") func failedRead() async throws {
    let store = HeardStore(house.store)
    let engine = engine(store)
    try await engine.adopt(session())
    #expect(engine.cached == session())
    store.fail(AuthError(.storeLocked, "Later."))
    await engine.reread()
    #expect(engine.cached == nil)
    #expect(try await engine.current() == session(), "the session in memory is used")
    store.fail(nil)
    let loads = store.loads
    #expect(try await engine.current() == session())
    #expect(store.loads > loads)
    #expect(engine.cached == session())
  }

  @Test("the error of a failed first read contains the provider's name") func failsAtFirst() async throws {
    let store = HeardStore(house.store)
    try await signIn(session())
    let engine = engine(store)
    store.fail(AuthError(.storeLocked, "Later."))
    let error = await #expect(throws: AuthError.self) { try await engine.current() }
    #expect(error?.code == .storeLocked && error?.provider == "fake")
    store.fail(nil)
    #expect(try await engine.current() == session())
  }
}

/// A wrapper of a store that counts reads and listeners, and announces changes when a test calls `tell`.
private final class HeardStore: LockClaiming {
  private struct State {
    var loads = 0
    var next = 0
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var failure: AuthError?
  }

  private let base: MemorySessionStore
  private let counts: Bool
  private let state = Locked(State())
  let renewalLocks = RenewalLocks()

  init(_ base: MemorySessionStore, counts: Bool = true) {
    self.base = base
    self.counts = counts
  }

  var loads: Int { state.withLock { $0.loads } }
  var listeners: Int { state.withLock { $0.listeners.count } }
  func fail(_ error: AuthError?) { state.withLock { $0.failure = error } }
  func tell() { for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() } }

  /// Waits up to about five seconds until there are enough listeners.
  func listened(_ isEnough: (Int) -> Bool) async {
    for _ in 0..<5000 where !isEnough(listeners) { try? await Task.sleep(for: .milliseconds(1)) }
  }

  var revision: UInt64? { counts ? base.revision : nil }

  var changes: AsyncStream<Void>? {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  func load(_ id: SessionID) async throws(AuthError) -> Session? {
    let failure = state.withLock { state in
      state.loads += 1
      return state.failure
    }
    if let failure { throw failure }
    return try await base.load(id)
  }
  func list() async throws(AuthError) -> [Session] { try await base.list() }
  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    try await base.save(session, replacing: generation)
  }
  func delete(_ id: SessionID) async throws(AuthError) { try await base.delete(id) }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await base.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    try await base.select(id, for: provider)
  }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await base.withLock(on: name, body)
  }
}

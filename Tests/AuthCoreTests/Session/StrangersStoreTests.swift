import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Third-party stores without the optional features, and changes between two calls of a store.
@Suite struct StrangersStoreTests {
  @Test("readers of a store that announces changes without a revision are notified", .timeLimit(.minutes(5)))
  func changesWithoutARevision() async throws {
    let house = SessionHouse()
    let store = PassingStore(house.store)
    let engine = ProviderSessions(
      provider: FakeProvider { (_, _) throws(AuthError) in throw AuthError(.network, "Down.") }, store: store,
      services: house.services)
    engine.attach()
    let session = Session.sample(created: house.clock.now())
    try await engine.adopt(session)
    var states = engine.states.makeAsyncIterator()
    while await states.next()?.session?.id != session.id {}

    // Another process signs out.
    try await house.store.delete(session.id)
    try await house.store.select(nil, for: session.providerID)
    while let state = await states.next(), state.session != nil {}
    #expect(engine.source.current.session == nil)
  }

  @Test("a new description of a user deselects no sign-in that happens in between", .timeLimit(.minutes(5)))
  func describingDeselectsNoSignIn() async throws {
    let house = SessionHouse()
    let store = PassingStore(house.store)
    let engine = ProviderSessions(provider: DescribingProvider(), store: store, services: house.services)
    let old = Session.sample("old", created: house.clock.now())
    let new = Session.sample("new", created: house.clock.now())
    try await engine.adopt(old)
    let signIn = Locked<Task<Void, any Error>?>(nil)
    // A sign-in begins when the selection is read. Without a lock, it ends before the read returns; with a lock, it
    // waits.
    store.onSelectionRead { isLocked in
      let task = Task { _ = try await engine.adopt(new) }
      signIn.withLock { $0 = task }
      if !isLocked { _ = try? await task.value }
    }
    try await engine.describe(old.id)
    try await signIn.withLock { $0 }?.value
    #expect(signIn.withLock { $0 } != nil, "the selection was not read")
    #expect(try await house.store.selection(for: "fake") == new.id)
    #expect(try await engine.current()?.id == new.id)
    #expect(try await house.store.load(old.id)?.displayName == "Ada")
  }

  @Test("a record that is written during a selection is read again")
  func writesDuringASelection() async throws {
    let house = SessionHouse()
    let store = PassingStore(house.store, counts: true)
    let engine = ProviderSessions(provider: DescribingProvider(), store: store, services: house.services)
    let session = Session.sample(created: house.clock.now())
    try await engine.adopt(session)
    // Another process stores a renewal between the engine's read of the record and its selection.
    store.beforeSelecting {
      var renewed = session
      renewed.generation += 1
      renewed.tokens.access = Secret("newer")
      _ = try? await house.store.save(renewed, replacing: session.generation)
    }
    try await engine.choose(session)
    #expect(try await engine.current()?.tokens.access == Secret("newer"))
  }

  /// A process that was killed may have deleted the record without synchronising it. Then only the store knows whether
  /// the deletion outlasts a crash.
  @Test("a session that is gone already is deleted again")
  func deletesAgain() async throws {
    let house = SessionHouse()
    let store = PassingStore(house.store)
    let session = Session.sample(created: house.clock.now())
    #expect(try await store.deleteIfUnchanged(session) == nil)
    #expect(store.deletions == [session.id])

    var renewed = session
    renewed.generation += 1
    _ = try await house.store.save(renewed, replacing: nil)
    #expect(try await store.deleteIfUnchanged(session) == renewed)
    #expect(store.deletions == [session.id], "a session that was renewed stays")
  }
}

/// A provider that returns a new description of its user.
private struct DescribingProvider: AuthProvider, SessionDescribing {
  let id: ProviderID = "fake"
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let origins: [Origin] = []

  init() {}
  init(id: ProviderID, configuration: FakeProvider.Configuration, services: ProviderServices) throws(AuthError) {}

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow { throw AuthError(.unsupported, "No flow.") }

  func described(_ session: Session) async throws(AuthError) -> Session {
    var described = session
    described.displayName = "Ada"
    return described
  }
}

/// A wrapper of a store with steps that a test adds between calls, and with a configurable report of changes.
private final class PassingStore: SessionStore {
  private struct State {
    var held: Set<String> = []
    var deletions: [SessionID] = []
    var onRead: (@Sendable (_ isLocked: Bool) async -> Void)?
    var onSelect: (@Sendable () async -> Void)?
  }

  private let base: MemorySessionStore
  private let counts: Bool
  private let state = Locked(State())

  init(_ base: MemorySessionStore, counts: Bool = false) {
    self.base = base
    self.counts = counts
  }

  /// Calls `body` once, at the next read of the selection.
  func onSelectionRead(_ body: @escaping @Sendable (_ isLocked: Bool) async -> Void) {
    state.withLock { $0.onRead = body }
  }

  /// Calls `body` once, before the next selection.
  func beforeSelecting(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.onSelect = body } }

  var changes: AsyncStream<Void>? { base.changes }
  var revision: UInt64? { counts ? base.revision : nil }

  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await base.load(id) }
  func list() async throws(AuthError) -> [Session] { try await base.list() }

  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    try await base.save(session, replacing: generation)
  }

  /// The ids of all deletions that were asked for.
  var deletions: [SessionID] { state.withLock { $0.deletions } }

  func delete(_ id: SessionID) async throws(AuthError) {
    state.withLock { $0.deletions.append(id) }
    try await base.delete(id)
  }

  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    let selection = try await base.selection(for: provider)
    let (step, isLocked) = state.withLock { state in
      defer { state.onRead = nil }
      return (state.onRead, state.held.contains("selection/\(provider)"))
    }
    await step?(isLocked)
    return selection
  }

  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    let step = state.withLock { state in
      defer { state.onSelect = nil }
      return state.onSelect
    }
    await step?()
    try await base.select(id, for: provider)
  }

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await base.withLock(on: name) { () throws(AuthError) in
      state.withLock { _ = $0.held.insert(name) }
      defer { state.withLock { _ = $0.held.remove(name) } }
      return try await body()
    }
  }
}

import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A process that ends between the server's response and its own write leaves a note. The next process repeats the
/// request while the server may still return the same response.
@Suite struct UnfinishedRenewalTests {
  let house = SessionHouse()

  func engine(_ provider: FakeProvider, _ store: NotingStore) -> ProviderSessions {
    let engine = ProviderSessions(provider: provider, store: store, services: house.services)
    engine.attach()
    return engine
  }

  @Test func theCredentialIsSpentOnlyAfterTheNote() async throws {
    let (store, clock) = (NotingStore(house.store), house.clock)
    let provider = FakeProvider { (session, _) async throws(AuthError) in
      let isNoted = try await store.hasUnfinishedRenewal(of: session)
      #expect(isNoted)
      return SessionHouse.renewed(session, clock)
    }
    let engine = engine(provider, store)
    try await engine.adopt(.sample(created: clock.now()))
    #expect(try await engine.refresh().generation == 2)
    #expect(provider.log.times("refresh") == 1)
  }

  @Test func withoutRoomForTheNoteNothingIsSent() async throws {
    let (store, clock) = (NotingStore(house.store), house.clock)
    let provider = FakeProvider { (session, _) in SessionHouse.renewed(session, clock) }
    let engine = engine(provider, store)
    try await engine.adopt(.sample(created: clock.now()))
    store.refuse(AuthError(.storeFull, "No room."))
    await #expect(throws: AuthError(.storeFull, "")) { try await engine.refresh() }
    #expect(provider.log.times("refresh") == 0)
    #expect(try await engine.current()?.generation == 1)
    store.refuse(nil)
    #expect(try await engine.refresh().generation == 2)
  }

  @Test func aRenewalThatWasCutOffIsRepeatedInTheBackground() async throws {
    let (store, clock) = (NotingStore(house.store), house.clock)
    let session = Session.sample(created: clock.now())
    try await store.save(session)
    try await store.select(session.id, for: session.providerID)
    try await store.noteRenewal(of: session)
    let gate = Gate()
    let provider = SessionHouse.provider(behind: gate, clock)
    let engine = engine(provider, store)
    // The session is still valid, so no caller waits for the renewal.
    #expect(try await engine.current()?.generation == 1)
    await gate.reached()
    #expect(try await engine.current()?.generation == 1)
    gate.open()
    await engine.settle()
    #expect(try await engine.current()?.generation == 2)
    #expect(provider.log.times("refresh") == 1)
    #expect(engine.cached?.generation == 2)
  }

  @Test func aRenewalThatAnotherProcessFinishedIsNotRepeated() async throws {
    let (store, clock) = (NotingStore(house.store), house.clock)
    var session = Session.sample(created: clock.now())
    try await store.save(session)
    try await store.select(session.id, for: session.providerID)
    try await store.noteRenewal(of: session)
    session.generation = 2
    try await store.save(session)
    let provider = FakeProvider { (session, _) in SessionHouse.renewed(session, clock) }
    let engine = engine(provider, store)
    #expect(try await engine.current()?.generation == 2)
    await engine.settle()
    #expect(provider.log.times("refresh") == 0)
  }

  /// Sessions without automatic renewal are renewed only on request.
  @Test func aSessionThatIsNotRenewableIsUsedAsItIs() async throws {
    let store = NotingStore(house.store)
    let session = Session.sample(created: house.clock.now())
    try await store.save(session)
    try await store.select(session.id, for: session.providerID)
    try await store.noteRenewal(of: session)
    let engine = ProviderSessions(provider: PlainProvider(), store: store, services: house.services)
    #expect(try await engine.current() == session)
    #expect(engine.cached == session)
  }
}

/// A store in memory that keeps notes, as stores on disk do. It can refuse notes as if the disk were full.
struct NotingStore: SessionStore {
  private final class Notes: Sendable {
    let generations = Locked<[SessionID: UInt64]>([:])
    let refusal = Locked<AuthError?>(nil)
  }

  private let store: MemorySessionStore
  private let notes = Notes()

  init(_ store: MemorySessionStore) { self.store = store }

  func refuse(_ error: AuthError?) { notes.refusal.withLock { $0 = error } }

  func noteRenewal(of session: Session) async throws(AuthError) {
    if let refusal = notes.refusal.withLock({ $0 }) { throw refusal }
    notes.generations.withLock { $0[session.id] = session.generation }
  }

  func hasUnfinishedRenewal(of session: Session) async throws(AuthError) -> Bool {
    notes.generations.withLock { $0[session.id] } == session.generation
  }

  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await store.load(id) }
  func list() async throws(AuthError) -> [Session] { try await store.list() }
  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    try await store.save(session, replacing: generation)
  }
  func delete(_ id: SessionID) async throws(AuthError) { try await store.delete(id) }
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await store.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
    try await store.select(id, for: provider)
  }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await store.withLock(on: name, body)
  }
}

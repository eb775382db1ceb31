import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is wrong with the record of one session takes nothing from the others.
@Suite struct OneRecordOfManyTests {
  private let clock = ManualClock()
  private let records: MemoryRecordStore
  private let store: PickyStore
  private let alice = SessionID("alice")
  private let bob = SessionID("bob")

  init() {
    records = MemoryRecordStore(clock: clock)
    store = PickyStore(MemorySessionStore(clock: clock))
  }

  private func client() throws -> AuthClient {
    var services = ProviderServices.testing(clock: clock)
    services.records = records
    return try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"fake","providers":{"fake":{}}}"#.utf8),
      plugins: [ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self)],
      services: ClientServices(provider: services, sessionStore: store))
  }

  private func put(_ id: SessionID) async throws {
    let session = Session(
      id: id, providerID: "fake", tenant: "tenant", subject: id.rawValue, createdAt: clock.now(),
      expiresAt: clock.now().addingTimeInterval(3600))
    try await store.save(session)
    try await store.select(id, for: "fake")
  }

  @Test("an account whose renewal cannot be stored keeps no other account from being renewed")
  func renewsOthers() async throws {
    try await put(alice)
    try await put(bob)
    let auth = try client()
    store.unwritable.withLock { $0 = [alice] }
    #expect(try await auth.account(alice).refresh().generation == 2)
    #expect(try await auth.account(bob).refresh().generation == 2)
    #expect(try await auth.refresh().generation == 3)
    store.unwritable.withLock { $0 = [] }
    #expect(try await auth.account(alice).session().generation == 2)
    #expect(try await store.load(alice)?.generation == 2)
  }

  @Test("another process' sign-out is seen while an account's renewal cannot be stored")
  func seesOthers() async throws {
    try await put(alice)
    try await put(bob)
    let (ours, theirs) = (try client(), try client())
    #expect(try await ours.session().subject == "bob")
    store.unwritable.withLock { $0 = [alice] }
    _ = try await ours.account(alice).refresh()
    try await theirs.signOut(account: bob)
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await ours.session() }
  }

  @Test("what could not be stored serves whoever asks for the session, and its credential is not spent again")
  func servesAll() async throws {
    try await put(alice)
    let auth = try client()
    #expect(try await auth.session().generation == 1)
    store.unwritable.withLock { $0 = [alice] }
    #expect(try await auth.account(alice).refresh().generation == 2)
    #expect(try await auth.session().generation == 2)
    store.unwritable.withLock { $0 = [] }
    #expect(try await auth.session().generation == 2)
    #expect(try await store.load(alice)?.generation == 2)
  }

  @Test("a damaged record keeps no server from being told of another session")
  func tellsOfOthers() async throws {
    try await put(alice)
    try await put(bob)
    let outbox = SessionOutbox(records.namespaced("fake"))
    var renewed = try #require(try await store.load(alice))
    renewed.generation = 2
    try await outbox.spool(renewed)
    try await outbox.note(try #require(try await store.load(bob)))
    store.unreadable.withLock { $0 = [alice] }
    let auth = try client()
    _ = try await auth.storedSession()
    await auth.settle()
    let provider = try #require(try auth.provider() as? FakeProvider)
    #expect(provider.log.names == ["revoke", "discard 1"])
    #expect(try await store.load(bob) == nil)
    store.unreadable.withLock { $0 = [] }
    #expect(try await auth.account(alice).refresh().generation == 2, "what is kept for it is not lost")
  }
}

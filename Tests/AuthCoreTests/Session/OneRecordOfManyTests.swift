import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A fault in the record of one session does not affect the others.
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

  @Test("an account whose renewal cannot be stored does not prevent the renewal of another account")
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

  @Test("a store that hangs while it saves a renewal delays no other account, and its own account once")
  func delaysNoOther() async throws {
    try await put(alice)
    try await put(bob)
    let auth = try client()
    store.unwritable.withLock { $0 = [alice] }
    #expect(try await auth.account(alice).refresh().generation == 2)
    let gate = Gate()
    store.beforeSave.withLock { [alice] in $0 = { if $0.id == alice { await gate.pass() } } }
    let first = Task { try await auth.account(alice).session() }
    await gate.reached()
    #expect(try await auth.account(bob).session().generation == 1)
    #expect(try await auth.session().subject == "bob")
    #expect(try await auth.account(alice).session().generation == 2, "used from memory")
    store.unwritable.withLock { $0 = [] }
    gate.open()
    #expect(try await first.value.generation == 2)
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

  @Test("all callers receive a renewal that could not be stored, and its credential is not spent again")
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

  @Test("a flow of a user whose renewal could not be stored uses the renewed credential, and spends it once")
  func servesFlows() async throws {
    try await put(alice)
    let auth = try client()
    let stored = try #require(try await auth.storedSession())
    store.unwritable.withLock { $0 = [alice] }
    #expect(try await auth.refresh().generation == 2)
    let request = auth.following(FlowRequest(purpose: .manage, session: stored))
    #expect(try await request.currentSession()?.generation == 2)
    #expect(try #require(try auth.provider() as? FakeProvider).log.times("refresh") == 1)
  }

  @Test("a damaged record does not prevent the revocation of another session")
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
    #expect(try await auth.account(alice).session().generation == 2, "the spooled renewal is not lost")
  }

  @Test("a sign-out of all ends the sessions that it can, and reports the session that remains")
  func signsOutOthers() async throws {
    for id in ["alice", "bob", "carol"] { try await put(SessionID(id)) }
    let auth = try client()
    store.undeletable.withLock { $0 = [alice] }
    let result = try await auth.signOut(SignOutOptions(scope: .all))
    #expect(result.undeleted.mapValues(\.code) == [alice: .storePermissions])
    #expect(result.unrevoked.isEmpty)
    #expect(try await store.list().map(\.id) == [alice])
    let provider = try #require(try auth.provider() as? FakeProvider)
    #expect(provider.log.times("revoke") == 2)
  }

  @Test("a sign-out that deletes nothing throws, and the session is as it was")
  func signsOutNothing() async throws {
    try await put(alice)
    let auth = try client()
    store.undeletable.withLock { $0 = [alice] }
    for scope in [SignOutOptions.Scope.selected, .all] {
      await #expect(throws: AuthError(.storePermissions, "")) {
        _ = try await auth.signOut(SignOutOptions(scope: scope))
      }
    }
    await #expect(throws: AuthError(.storePermissions, "")) { _ = try await auth.signOut(account: alice) }
    #expect(try await auth.session().subject == "alice")
    #expect(try #require(try auth.provider() as? FakeProvider).log.names.isEmpty)
  }

  @Test("a renewal that arrives during a sign-out and cannot be stored is revoked, too")
  func signsOutLateRenewal() async throws {
    try await put(alice)
    let auth = try client()
    let engine = try auth.instance("fake")
    let old = try #require(try await engine.stored())
    store.beforeDelete.withLock {
      $0 = {
        var renewed = old
        renewed.generation = 2
        engine.unsaved.add(UnsavedRenewal(renewed: renewed, old: old), at: .zero)
      }
    }
    #expect(try await auth.signOut().unrevoked.isEmpty)
    await auth.settle()
    let provider = try #require(try auth.provider() as? FakeProvider)
    #expect(provider.log.names == ["revoke", "discard 1", "revoke", "discard 2"])
    #expect(engine.unsaved.isEmpty)
    #expect(try await store.list().isEmpty)
  }

  @Test("a sign-in that cannot be selected leaves no session behind, and is revoked at its server")
  func withdraws() async throws {
    let auth = try client()
    store.unselectable.withLock { $0 = [alice] }
    let engine = try auth.instance("fake")
    let new = Session.sample("alice", provider: "fake", created: clock.now())
    await #expect(throws: AuthError(.storePermissions, "")) { _ = try await engine.adopt(new) }
    await auth.settle()
    #expect(try await store.list().isEmpty)
    #expect(try #require(try auth.provider() as? FakeProvider).log.times("revoke") == 1)
    await #expect(throws: AuthError(.notSignedIn, ""), "the user was never signed in") {
      _ = try await auth.history(for: alice)
    }
  }

  @Test("labels are written although a renewal is stored in between")
  func labelsRenewed() async throws {
    try await put(alice)
    let auth = try client()
    let renewed = Locked(false)
    let inner = store.store
    store.beforeSave.withLock {
      $0 = { session in
        guard renewed.withLock({ $0.exchange(true) }) == false else { return }
        var other = session
        other.tags = [:]
        other.generation += 1
        _ = try? await inner.save(other, replacing: session.generation)
      }
    }
    #expect(try await auth.account(alice).label(["colour": "green"]).tags == ["colour": "green"])
    let stored = try await store.load(alice)
    #expect(stored?.tags == ["colour": "green"])
    #expect(stored?.generation == 2, "the renewal is kept")
  }

  @Test("labels that the store refuses are reported, and change nothing")
  func labelsRefused() async throws {
    try await put(alice)
    let auth = try client()
    let account = try await auth.account(alice)
    store.unwritable.withLock { $0 = [alice] }
    await #expect(throws: AuthError(.storePermissions, "")) { _ = try await account.label(["colour": "green"]) }
    #expect(try await store.load(alice)?.tags == [:])
  }
}

extension Bool {
  fileprivate mutating func exchange(_ value: Bool) -> Bool {
    defer { self = value }
    return self
  }
}

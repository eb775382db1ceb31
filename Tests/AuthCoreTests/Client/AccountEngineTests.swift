import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Each account has one engine. The engines of one session notify each other, even if the store reports no changes.
@Suite struct AccountEngineTests {
  private let clock = ManualClock()
  /// A store that forwards to the memory store, and reports no changes.
  private let store: LockedSessionStore
  private let auth: AuthClient

  init() throws {
    store = LockedSessionStore(MemorySessionStore(clock: clock))
    auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"fake","providers":{"fake":{}}}"#.utf8),
      plugins: [ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self)],
      services: ClientServices(provider: .testing(clock: clock), sessionStore: store))
  }

  @discardableResult private func put(_ id: String, name: String? = nil) async throws -> SessionID {
    var session = Session(
      id: SessionID(id), providerID: "fake", tenant: "tenant", subject: id, tokens: SessionTokens(access: Secret(id)),
      createdAt: clock.now(), expiresAt: clock.now().addingTimeInterval(3600))
    session.displayName = name
    try await store.save(session)
    try await store.select(session.id, for: "fake")
    return session.id
  }

  @Test func anAccountKeepsItsEngine() async throws {
    let alice = try await put("alice")
    let account = try await auth.account(alice)
    let engine = try await auth.engine(of: account)
    #expect(try await auth.engine(of: account) === engine)
    #expect(try await auth.engine(of: auth.account(alice)) === engine)
    let bob = try await put("bob")
    #expect(try await auth.engine(of: auth.account(bob)) !== engine)
  }

  @Test("the first read of an account stores what an earlier run could not store") func outbox() async throws {
    let alice = try await put("alice")
    var renewed = try #require(try await store.load(alice))
    renewed.generation += 1
    renewed.tokens.access = Secret("renewed")
    try await SessionOutbox(auth.services.provider.narrowed(to: "fake").hostRecords).spool(renewed, fence: 3)
    // A backend uses only accounts, and no selected session.
    #expect(try await auth.account(alice).session().tokens.access == Secret("renewed"))
    #expect(try await store.load(alice)?.generation == renewed.generation)
  }

  @Test("a server with more sessions than engines keeps those that are in use") func engineLimit() async throws {
    let alice = try await put("alice")
    let account = try await auth.account(alice)
    let watched = try await auth.engine(of: account)
    var states = watched.states.makeAsyncIterator()
    _ = await states.next()
    let instance = try #require(watched.instance)
    let first = auth.engine(of: SessionID("0"), by: instance)
    for number in 1..<AuthClient.engineLimit - 1 { _ = auth.engine(of: SessionID("\(number)"), by: instance) }
    #expect(auth.setup.withLock { $0.accounts.count } == AuthClient.engineLimit, "no engine is removed below the limit")
    #expect(!first.state.withLock { $0.isRetired })
    _ = auth.engine(of: SessionID("last"), by: instance)
    #expect(first.state.withLock { $0.isRetired })
    #expect(auth.setup.withLock { $0.accounts.count } < AuthClient.engineLimit)
    #expect(auth.engine(of: SessionID("0"), by: instance) !== first, "an idle engine is created again")
    #expect(try await auth.engine(of: account) === watched, "a watched engine is kept")
    withExtendedLifetime(states) {}
  }

  @Test func aReloadGivesAnAccountANewEngineWithTheSameStates() async throws {
    let alice = try await put("alice")
    let before = try await auth.engine(of: auth.account(alice))
    try auth.reload(AuthConfiguration(parsing: #"{"provider":"fake","providers":{"fake":{"label":"new"}}}"#.utf8))
    let after = try await auth.engine(of: auth.account(alice))
    #expect(after !== before)
    #expect(after.source === before.source)
  }

  @Test func anAccountsStatesFollowItsEngine() async throws {
    let alice = try await put("alice")
    try await put("bob")
    let account = try await auth.account(alice)
    var states = try await account.states().makeAsyncIterator()
    var seen = await states.next()
    while seen == .loading { seen = await states.next() }
    #expect(seen?.session?.id == alice)
    #expect(try await auth.engine(of: account).current()?.id == alice)
    try await account.signOut()
    #expect(await states.next() == .signedOut(.requested))
  }

  @Test func aRenewalOfAnAccountReachesTheSelectedSession() async throws {
    let alice = try await put("alice")
    #expect(try await auth.session().generation == 1)
    let account = try await auth.account(alice)
    #expect(try await account.refresh().generation == 2)
    #expect(try await auth.session().generation == 2)
    _ = try await auth.refresh()
    #expect(try await account.session().generation == 3)
  }

  @Test func labelsReachTheSelectedSession() async throws {
    let alice = try await put("alice")
    _ = try await auth.session()
    let account = try await auth.account(alice)
    _ = try await account.session()
    try await account.label(["colour": "green"])
    #expect(try await account.session().tags == ["colour": "green"])
    _ = try await auth.refresh()
    #expect(try await auth.session().tags == ["colour": "green"])
  }

  @Test func aSignOutOfTheClientEndsItsAccount() async throws {
    let alice = try await put("alice")
    let account = try await auth.account(alice)
    #expect(try await account.session().id == alice)
    _ = try await auth.session()
    _ = try await auth.signOut()
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await account.session() }
  }

  @Test func aSignOutOfAnAccountEndsTheSelectedSession() async throws {
    let alice = try await put("alice")
    #expect(try await auth.session().id == alice)
    try await auth.account(alice).signOut()
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.session() }
  }

  @Test func aSelectionReachesTheClient() async throws {
    let alice = try await put("alice")
    try await put("bob")
    #expect(try await auth.session().subject == "bob")
    try await auth.account(alice).select()
    #expect(try await auth.session().subject == "alice")
    #expect(try await auth.accounts().map(\.isSelected).filter { $0 }.count == 1)
  }

  @Test func labelsOfAnotherTenantAreRefused() async throws {
    let alice = try await put("alice")
    let account = try await auth.account(alice)
    let moved = Session(
      id: alice, providerID: "fake", tenant: "elsewhere", subject: "alice", createdAt: clock.now())
    try await store.save(moved)
    await #expect(throws: AuthError(.invalidRequest, "")) { try await account.label(["colour": "green"]) }
    #expect(try await store.load(alice)?.tags.isEmpty == true)
  }

  /// In a store with its own claims, a renewal may be stored at the same time.
  @Test(arguments: [(2, true), (3, false)])
  func labelsAreStoredUnlessTheSessionChangesThreeTimes(_ renewals: Int, _ isStored: Bool) async throws {
    let store = PickyStore(MemorySessionStore(clock: clock))
    let auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"fake","providers":{"fake":{}}}"#.utf8),
      plugins: [ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self)],
      services: ClientServices(provider: .testing(clock: clock), sessionStore: store))
    let session = Session.sample(created: clock.now())
    try await store.store.save(session)
    let left = Locked(renewals)
    let saves = Locked(0)
    store.beforeSave.withLock {
      $0 = { _ in
        saves.withLock { $0 += 1 }
        guard
          left.withLock({
            $0 -= 1; return $0 >= 0
          }), var renewed = try? await store.store.load(session.id)
        else {
          return
        }
        renewed.generation += 1
        _ = try? await store.store.save(renewed, replacing: nil)
      }
    }
    let account = try await auth.account(session.id)
    if isStored {
      try await account.label(["colour": "green"])
    } else {
      await #expect(throws: AuthError(.storeLocked, "")) { try await account.label(["colour": "green"]) }
    }
    #expect(saves.withLock { $0 } == 3)
    let stored = try #require(try await store.load(session.id))
    #expect(stored.generation == 1 + UInt64(renewals))
    #expect(stored.tags == (isStored ? ["colour": "green"] : [:]))
  }

  @Test func aSignOutAnswersThoseWhoWaitForTheAccountsRenewal() async throws {
    let auth = try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"hanging","providers":{"hanging":{}}}"#.utf8),
      plugins: [ProviderPlugin("hanging", product: "Hanging", provider: HangingProvider.self)],
      services: ClientServices(provider: .testing(clock: clock), sessionStore: store))
    let session = Session.sample(provider: "hanging", created: clock.now())
    try await store.save(session)
    let account = try await auth.account(session.id)
    let gate = try #require(try auth.provider() as? HangingProvider).gate
    let caller = Task { try await account.refresh() }
    await gate.reached()
    try await account.signOut()
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await caller.value }
    gate.open()
    await auth.settle()
    #expect(try await store.list().isEmpty)
  }

  @Test func aSignOutLeavesNoEngineOfTheAccount() async throws {
    let alice = try await put("alice")
    let account = try await auth.account(alice)
    _ = try await account.session()
    #expect(auth.usedAccounts.count == 1)
    try await account.signOut()
    #expect(auth.usedAccounts.isEmpty)
  }

  @Test func anAccountWithoutATokenOrASessionSaysSo() async throws {
    let session = Session(
      id: SessionID("a"), providerID: "fake", tenant: "tenant", subject: "user-1", createdAt: clock.now())
    try await store.save(session)
    let account = try await auth.account(session.id)
    let error = await #expect(throws: AuthError.self) { _ = try await account.token() }
    #expect(error?.code == .unsupported && error?.provider == "fake")
    #expect(try await account.storedSession()?.id == session.id)
    try await account.remove()
    #expect(try await account.storedSession() == nil)
    for operation in [account.session, account.refresh] {
      await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await operation() }
    }
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await auth.account(session.id) }
  }

  @Test func changesOfTheAccountsAreReportedUntilTheReaderEnds() async throws {
    let alice = try await put("alice")
    let changes = auth.accountChanges()
    let heard = Locked(0)
    let ended = Locked(false)
    let reader = Task {
      for await _ in changes { heard.withLock { $0 += 1 } }
      ended.withLock { $0 = true }
    }
    try await auth.account(alice).signOut()
    while heard.withLock({ $0 }) == 0 { await Task.yield() }
    reader.cancel()
    await reader.value
    #expect(ended.withLock { $0 })
  }

  @Test(arguments: [("Alice A.", "alice@example.com", "Alice A."), (nil, "alice@example.com", "alice@example.com")])
  func aTitleIsTheBestKnownName(_ name: String?, _ identifier: String, _ title: String) async throws {
    var session = Session(
      id: SessionID("a"), providerID: "fake", tenant: "tenant", subject: "user-1", identifier: identifier,
      createdAt: clock.now())
    session.displayName = name
    try await store.save(session)
    #expect(try await auth.account(session.id).title == title)
    session = Session(
      id: SessionID("b"), providerID: "fake", tenant: "tenant", subject: "user-1", createdAt: clock.now())
    try await store.save(session)
    #expect(try await auth.account(session.id).title == "user-1")
  }

  @Test func aReloadRetiresTheEnginesOfChangedInstancesOnly() async throws {
    let auth = try Self.client(store, clock, #"{"provider":"fake","providers":{"fake":{},"code":{}}}"#)
    let alice = try await put("alice")
    let (fake, code) = (try auth.instance("fake"), try auth.instance("code"))
    let account = try await auth.engine(of: auth.account(alice))
    try auth.reload(
      AuthConfiguration(parsing: #"{"provider":"fake","providers":{"fake":{},"code":{"label":"new"}}}"#.utf8))
    #expect(!fake.isRetired && !account.isRetired && code.isRetired)
    try auth.reload(
      AuthConfiguration(
        parsing: #"{"provider":"fake","providers":{"fake":{"label":"new"},"code":{"label":"new"}}}"#.utf8))
    #expect(fake.isRetired && account.isRetired)
  }

  @Test func aReloadRemovesInstancesThatAreNotConfiguredAnyMore() throws {
    let auth = try Self.client(store, clock, #"{"provider":"fake","providers":{"fake":{},"code":{}}}"#)
    let code = try auth.instance("code")
    try auth.reload(AuthConfiguration(parsing: #"{"provider":"fake","providers":{"fake":{}}}"#.utf8))
    #expect(code.isRetired)
    #expect(throws: AuthError.self) { _ = try auth.instance("code") }
  }

  /// The instance uses the configuration that is current at its first use, not an earlier one.
  @Test func anInstanceThatIsMadeDuringAReloadIsOfTheNewConfiguration() throws {
    let auth = try Self.client(store, clock, #"{"provider":"fake","providers":{"fake":{},"slow":{}}}"#)
    let reloads = Locked(0)
    SlowProvider.whileMaking.withLock { body in
      body = {
        guard
          reloads.withLock({
            $0 += 1; return $0 == 1
          })
        else { return }
        try? auth.reload(
          AuthConfiguration(parsing: #"{"provider":"fake","providers":{"fake":{},"slow":{"label":"new"}}}"#.utf8))
      }
    }
    defer { SlowProvider.whileMaking.withLock { $0 = nil } }
    let provider = try #require(try auth.instance("slow").provider as? SlowProvider)
    #expect(provider.label == "new")
  }

  /// The store reports no changes, so only the reload itself causes another read.
  @Test func aReloadReadsTheStoreForReadersOfTheStates() async throws {
    let alice = try await put("alice")
    try await put("bob")
    var selected = auth.states(provider: "fake").makeAsyncIterator()
    var account = try await auth.account(alice).states().makeAsyncIterator()
    while await selected.next()?.session?.subject != "bob" {}
    while await account.next()?.session?.id != alice {}
    try await store.store.select(alice, for: "fake")
    var relabelled = try #require(try await store.load(alice))
    relabelled.tags = ["colour": "green"]
    try await store.store.save(relabelled)
    try auth.reload(AuthConfiguration(parsing: #"{"provider":"fake","providers":{"fake":{"label":"new"}}}"#.utf8))
    while await selected.next()?.session?.subject != "alice" {}
    while await account.next()?.session?.tags != ["colour": "green"] {}
  }

  @Test func historiesBeginWithTheLatest() async throws {
    for (id, seconds) in [("alice", 0), ("bob", 60), ("carol", 60)] {
      clock.advance(by: .seconds(seconds))
      let session = try await put(id)
      try await auth.account(session).signOut()
    }
    #expect(try await auth.histories().map(\.subject) == ["carol", "bob", "alice"])
  }

  @Test func aSessionWithoutAnEntryHasTheHistoryOfItsUser() async throws {
    var session = Session(
      id: SessionID("first"), providerID: "fake", tenant: "tenant", subject: "alice", createdAt: clock.now())
    try await store.save(session)
    #expect(try await auth.history(for: session.id).entries.isEmpty)
    try await auth.account(session.id).signOut()
    session = Session(
      id: SessionID("second"), providerID: "fake", tenant: "tenant", subject: "alice", createdAt: clock.now())
    try await store.save(session)
    #expect(try await auth.history(for: session.id).entries.map(\.session).contains(SessionID("first")))
  }

  private static func client(
    _ store: LockedSessionStore, _ clock: ManualClock, _ configuration: String
  ) throws -> AuthClient {
    try AuthClient(
      configuration: AuthConfiguration(parsing: configuration.utf8),
      plugins: [
        ProviderPlugin("fake", product: "Fake", provider: FakeProvider.self),
        ProviderPlugin("code", product: "Code", provider: CodeProvider.self),
        ProviderPlugin("slow", product: "Slow", provider: SlowProvider.self),
      ], services: ClientServices(provider: .testing(clock: clock), sessionStore: store))
  }
}

extension ProviderSessions {
  fileprivate var isRetired: Bool { state.withLock { $0.isRetired } }
}

/// A provider that calls a test's closure while it is created.
private struct SlowProvider: AuthProvider {
  typealias Configuration = FakeProvider.Configuration
  static let whileMaking = Locked<(@Sendable () -> Void)?>(nil)

  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let label: String?

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    label = configuration.label
    Self.whileMaking.withLock { $0 }?()
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }
}

/// A provider whose server does not answer until the test opens the gate.
private struct HangingProvider: SessionRefreshing {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = []
  let gate = Gate()

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    await gate.pass()
    return .refreshed(session)
  }
}

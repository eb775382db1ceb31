import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Several clients with one store, like processes that share a directory. Each client sees the changes of the others.
/// No credential is lost or stays valid at the server.
@Suite struct SharedStoreTests {
  private let clock = ManualClock()
  private let records: MemoryRecordStore
  private let store: FailingStore
  private let observer = RecordingObserver()

  init() {
    records = MemoryRecordStore(clock: clock)
    store = FailingStore(MemorySessionStore(clock: clock))
  }

  private func client() throws -> AuthClient {
    var services = ProviderServices.testing(clock: clock, observer: observer)
    services.records = records
    return try AuthClient(
      configuration: AuthConfiguration(parsing: #"{"provider":"rotating","providers":{"rotating":{}}}"#.utf8),
      plugins: [ProviderPlugin("rotating", product: "Rotating", provider: RotatingProvider.self)],
      services: ClientServices(provider: services, sessionStore: store))
  }

  private func provider(of client: AuthClient) throws -> RotatingProvider {
    try #require(try client.provider() as? RotatingProvider)
  }

  private func signIn(_ id: String = "s1", with client: AuthClient) async throws {
    let session = Session(
      id: SessionID(id), providerID: "rotating", tenant: "tenant", subject: id,
      tokens: SessionTokens(access: Secret("\(id)-1"), refresh: Secret("\(id)-r1")), createdAt: clock.now(),
      expiresAt: clock.now().addingTimeInterval(3600))
    try await store.save(session)
    try await client.select(session.id)
  }

  // MARK: Law 1

  @Test("L1: a sign-out revokes the pair that another process stored last") func lastPair() async throws {
    let (ours, theirs) = (try client(), try client())
    try await signIn(with: ours)
    _ = try await theirs.refresh()
    #expect(try await ours.signOut().unrevoked.isEmpty)
    #expect(try provider(of: ours).log.names.contains("revoke s1-r2"))
    #expect(try !provider(of: ours).log.names.contains("revoke s1-r1"))
  }

  @Test("L1: a pair that arrives during a sign-out is revoked") func arrivesLate() async throws {
    let (ours, theirs) = (try client(), try client())
    try await signIn(with: ours)
    let gate = try provider(of: ours).gate
    gate.isClosed.withLock { $0 = true }
    let renewal = Task { try await ours.refresh() }
    await gate.gate.reached()
    _ = try await theirs.signOut()
    gate.gate.open()
    _ = try? await renewal.value
    await ours.settle()
    let log = try provider(of: ours).log
    await log.heard("discard s1-r2")
    #expect(log.names.contains("revoke s1-r2"))
    #expect(try await records.namespaced("rotating").namespaced("outbox").keys().isEmpty)
  }

  @Test("L1: a pair that loses a race with a newer generation does not affect that generation's keys") func losesRace()
    async throws
  {
    let ours = try client()
    try await signIn(with: ours)
    let gate = try provider(of: ours).gate
    gate.isClosed.withLock { $0 = true }
    let renewal = Task { try await ours.refresh() }
    await gate.gate.reached()
    var newer = try #require(try await store.load(SessionID("s1")))
    newer.generation = 4
    newer.tokens = SessionTokens(access: Secret("s1-4"), refresh: Secret("s1-r4"))
    try await store.save(newer)
    gate.gate.open()
    #expect(try await renewal.value == newer)
    await ours.settle()
    #expect(try await ours.session() == newer)
    let log = try provider(of: ours).log
    await log.heard("replaced s1-r2 by s1-r4")
    // A server that revokes a token revokes all tokens of its sign-in (RFC 7009 §2.1).
    #expect(log.names == ["refresh s1-r1", "replaced s1-r2 by s1-r4"])
    #expect(try await records.namespaced("rotating").namespaced("outbox").keys().isEmpty)
  }

  @Test("L1: a pair that loses a race with a new sign-in is revoked, and discards nothing of that sign-in")
  func losesToSignIn() async throws {
    let ours = try client()
    try await signIn(with: ours)
    _ = try await ours.refresh()
    let gate = try provider(of: ours).gate
    gate.isClosed.withLock { $0 = true }
    let renewal = Task { try await ours.refresh() }
    await gate.gate.reached()
    clock.advance(by: .seconds(1))
    var newSignIn = try #require(try await store.load(SessionID("s1")))
    newSignIn.generation = 1
    newSignIn.createdAt = clock.now()
    newSignIn.tokens = SessionTokens(access: Secret("again"), refresh: Secret("again"))
    try await store.save(newSignIn)
    gate.gate.open()
    gate.isClosed.withLock { $0 = false }
    _ = try await renewal.value
    let log = try provider(of: ours).log
    await log.heard("replaced s1-r3 by again")
    #expect(log.names.contains("revoke s1-r3"))
    #expect(!log.names.contains { $0.hasPrefix("discard") })
    await ours.settle()
    #expect(try await store.load(newSignIn.id) != nil)
  }

  @Test("L1: an interrupted sign-out is not finished for a session that was renewed since")
  func renewedSince() async throws {
    let ours = try client()
    try await signIn(with: ours)
    try await SessionOutbox(records.namespaced("rotating")).note(try #require(try await store.load(SessionID("s1"))))
    _ = try await ours.refresh()
    let next = try client()
    #expect(try await next.session().tokens.access == Secret("s1-2"))
    await next.settle()
    #expect(try await store.load(SessionID("s1"))?.generation == 2)
    #expect(try provider(of: next).log.names.isEmpty)
    #expect(try await records.namespaced("rotating").namespaced("outbox").keys().isEmpty)
  }

  @Test("L1: a revocation that fails is repeated at the next start") func outbox() async throws {
    let ours = try client()
    try await signIn(with: ours)
    try provider(of: ours).refusal.set(AuthError(.network, "No network."))
    let result = try await ours.signOut()
    #expect(result.unrevoked[SessionID("s1")]?.code == .network)
    #expect(try !provider(of: ours).log.names.contains("discard s1-r1"), "the keys are still needed")
    // The next start of the process.
    let next = try client()
    #expect(try await next.storedSession() == nil)
    await next.settle()
    #expect(try provider(of: next).log.names == ["revoke s1-r1", "discard s1-r1"])
    let third = try client()
    #expect(try await third.storedSession() == nil)
    await third.settle()
    #expect(try provider(of: third).log.names.isEmpty)
  }

  @Test("L1: a sign-out that was killed before the deletion is finished") func killed() async throws {
    let ours = try client()
    try await signIn(with: ours)
    let session = try #require(try await store.load(SessionID("s1")))
    try await SessionOutbox(records.namespaced("rotating")).note(session)
    let next = try client()
    _ = try await next.storedSession()
    await next.settle()
    #expect(try await store.load(session.id) == nil)
    #expect(try provider(of: next).log.names == ["revoke s1-r1", "discard s1-r1"])
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await next.session() }
  }

  // MARK: Law 8

  @Test("L8: another process' sign-out and sign-in are seen without a restart") func seesOthers() async throws {
    let (ours, theirs) = (try client(), try client())
    try await signIn("alice", with: theirs)
    #expect(try await ours.session().subject == "alice")
    _ = try await theirs.signOut()
    try await signIn("bob", with: theirs)
    #expect(try await ours.session().subject == "bob", "the session of the new user is used")
    _ = try await theirs.signOut()
    await #expect(throws: AuthError(.notSignedIn, "")) { _ = try await ours.session() }
    try await signIn("carol", with: theirs)
    #expect(try await ours.session().subject == "carol", "the new user is signed in")
    #expect(
      try provider(of: ours).log.names.isEmpty, "the process that signed out has revoked and discarded the session")
  }

  @Test("L8: readers of the states receive another process' changes") func statesHear() async throws {
    let (ours, theirs) = (try client(), try client())
    try await signIn("alice", with: theirs)
    var states = ours.states.makeAsyncIterator()
    var seen = await states.next()
    while seen == .loading { seen = await states.next() }
    #expect(seen?.session?.subject == "alice")
    _ = try await theirs.refresh()
    #expect(await states.next()?.session?.tokens.access == Secret("alice-2"))
    try await signIn("bob", with: theirs)
    #expect(await states.next()?.session?.subject == "bob")
    _ = try await theirs.signOut()
    #expect(await states.next() == .signedOut(.requested))
  }

  // MARK: Law 9

  @Test("L9: a rotated pair that cannot be saved is used, and is saved as soon as possible")
  func unsaved() async throws {
    let ours = try client()
    try await signIn(with: ours)
    store.fail.withLock { $0 = AuthError(.storeFull, "No room.") }
    #expect(try await ours.refresh().tokens.access == Secret("s1-2"))
    #expect(try await ours.session().tokens.access == Secret("s1-2"))
    #expect(try await store.load(SessionID("s1"))?.tokens.access == Secret("s1-1"))
    store.fail.withLock { $0 = nil }
    #expect(try await ours.session().tokens.access == Secret("s1-2"))
    #expect(try await store.load(SessionID("s1"))?.tokens.access == Secret("s1-2"))
    #expect(try await ours.refresh().tokens.access == Secret("s1-3"))
    #expect(try provider(of: ours).log.names.filter { $0.hasPrefix("refresh") } == ["refresh s1-r1", "refresh s1-r2"])
  }

  @Test("L9: a spent pair is not spent again while its successor cannot be saved") func notSpentTwice() async throws {
    let ours = try client()
    try await signIn(with: ours)
    store.fail.withLock { $0 = AuthError(.storeFull, "No room.") }
    _ = try await ours.refresh()
    await #expect(throws: AuthError(.storeFull, "")) { _ = try await ours.refresh() }
    #expect(try provider(of: ours).log.names == ["refresh s1-r1"])
  }

  @Test("L9: a rotated pair outlives a process that could not save it") func spooled() async throws {
    let ours = try client()
    try await signIn(with: ours)
    store.fail.withLock { $0 = AuthError(.storeFull, "No room.") }
    _ = try await ours.refresh()
    store.fail.withLock { $0 = nil }
    let next = try client()
    #expect(try await next.session().tokens.access == Secret("s1-2"))
    #expect(try await store.load(SessionID("s1"))?.generation == 2)
    #expect(try await records.namespaced("rotating").namespaced("outbox").keys().isEmpty)
  }

  @Test("L9: a sign-out revokes a new pair that could not be saved") func unsavedSignOut() async throws {
    let ours = try client()
    try await signIn(with: ours)
    store.fail.withLock { $0 = AuthError(.storeFull, "No room.") }
    _ = try await ours.refresh()
    _ = try await ours.signOut()
    #expect(try provider(of: ours).log.names.contains("revoke s1-r2"))
    store.fail.withLock { $0 = nil }
    let next = try client()
    #expect(try await next.storedSession() == nil, "the session stays signed out")
    await next.settle()
    #expect(try await store.list().isEmpty)
  }

  // MARK: Corrupt records

  @Test("L1: an unreadable record hides no other record") func corrupt() async throws {
    let ours = try client()
    try await signIn(with: ours)
    store.unreadable.withLock { $0 = [AuthError(.storeCorrupt, "Damaged.")] }
    #expect(try await ours.sessions().count == 1)
    let stored = try await ours.storedSessions()
    #expect(stored.sessions.count == 1)
    #expect(stored.unreadable.map(\.code) == [.storeCorrupt])
    let reported = observer.events.filter { event in
      if case .store("list", "rotating", let error?) = event { error.code == .storeCorrupt } else { false }
    }
    #expect(reported.count == 2, "one report for each of the two calls")
    let result = try await ours.signOut(SignOutOptions(scope: .all))
    #expect(result.unreadable.map(\.code) == [.storeCorrupt])
    #expect(try await store.list().isEmpty)
  }

  @Test("L1: a store of damaged sessions is not reported as empty") func nothingReadable() async throws {
    let ours = try client()
    #expect(try await ours.sessions().isEmpty)
    store.unreadable.withLock { $0 = [AuthError(.storeCorrupt, "Damaged.")] }
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await ours.sessions() }
    #expect(try await ours.storedSessions().sessions.isEmpty)
  }
}

/// A store that can refuse to write sessions.
private final class FailingStore: LockClaiming {
  let store: MemorySessionStore
  let fail = Locked<AuthError?>(nil)
  let unreadable = Locked<[AuthError]>([])
  let renewalLocks = RenewalLocks()

  init(_ store: MemorySessionStore) { self.store = store }

  var revision: UInt64? { store.revision }
  var changes: AsyncStream<Void>? { store.changes }
  func inventory() async throws(AuthError) -> StoredSessions {
    StoredSessions(try await store.list(), unreadable: unreadable.withLock { $0 })
  }
  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await store.load(id) }
  func list() async throws(AuthError) -> [Session] {
    if let error = unreadable.withLock({ $0.first }) { throw error }
    return try await store.list()
  }
  @discardableResult
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
    if let error = fail.withLock({ $0 }) { throw error }
    return try await store.save(session, replacing: generation)
  }
  func delete(_ id: SessionID) async throws(AuthError) {
    unreadable.withLock { $0 = [] }
    try await store.delete(id)
  }
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

/// A gate that is open until a test closes it.
private final class SwitchedGate: Sendable {
  let gate = Gate()
  let isClosed = Locked(false)
  func pass() async { if isClosed.withLock({ $0 }) { await gate.pass() } }
}

/// A provider that rotates refresh tokens: s1-r1, s1-r2, ….
private struct RotatingProvider: SessionRefreshing, SessionRevoking {
  typealias Configuration = FakeProvider.Configuration
  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let log = FakeProviderLog()
  let gate = SwitchedGate()
  let refusal = Refusal()
  let clock: any AuthClock

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    clock = services.clock
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    log.count("refresh " + name(session))
    await gate.pass()
    var next = session
    let number = session.generation + 1
    next.tokens = SessionTokens(
      access: Secret("\(session.subject)-\(number)"), refresh: Secret("\(session.subject)-r\(number)"))
    next.createdAt = clock.now()
    next.expiresAt = clock.now().addingTimeInterval(3600)
    return .refreshed(next)
  }

  func revocation(of session: Session) -> Revocation? { Revocation(session: session) }

  func revoke(_ revocation: Revocation) async throws(AuthError) {
    if let failure = refusal.value { throw failure }
    log.count("revoke " + name(revocation.session))
  }

  func discard(_ session: Session) async throws(AuthError) { log.count("discard " + name(session)) }

  func replaced(_ old: Session, by new: Session) async throws(AuthError) {
    guard old.generation + 1 != new.generation else { return }
    log.count("replaced " + name(old) + " by " + name(new))
  }

  private func name(_ session: Session) -> String { session.tokens.refresh?.revealText() ?? "none" }
}

extension FakeProviderLog {
  /// Waits up to about four seconds until this call is logged.
  fileprivate func heard(_ name: String) async {
    for _ in 0..<2000 where times(name) == 0 { try? await Task.sleep(for: .milliseconds(2)) }
  }
}

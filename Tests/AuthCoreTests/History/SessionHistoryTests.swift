import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The history of sessions that a client writes for itself, for other processes and for later starts. It answers the
/// question "Why was I signed out?".
@Suite(.timeLimit(.minutes(5))) struct SessionHistoryTests {
  private let clock = ManualClock()
  private let observer = RecordingObserver()
  private let store: MemorySessionStore
  private let records: CountingRecordStore

  init() {
    store = MemorySessionStore(clock: clock)
    records = CountingRecordStore(MemoryRecordStore(clock: clock))
  }

  private func client(
    _ seed: UInt64 = 1, program: String? = "app", store: (any SessionStore)? = nil,
    tokenProvider: any TokenProvider = TokenProviderChain([])
  ) throws -> AuthClient {
    var services = ProviderServices.testing(tokenProvider: tokenProvider, clock: clock, observer: observer)
    services.records = records
    services.random = SeededRandomSource(seed: seed)
    return try AuthClient(
      configuration: AuthConfiguration(
        parsing: #"{"provider":"vendor","fallback":["plain"],"providers":{"vendor":{},"plain":{}}}"#.utf8),
      plugins: [
        ProviderPlugin("vendor", product: "Vendor", provider: VendorProvider.self),
        ProviderPlugin("plain", product: "Plain", provider: PlainProvider.self),
      ], services: ClientServices(provider: services, sessionStore: store ?? self.store, program: program))
  }

  private func session(_ id: String = "s1", _ subject: String = "jane", _ provider: ProviderID = "vendor") -> Session {
    Session(
      id: SessionID(id), providerID: provider, tenant: "tenant", subject: subject, identifier: "\(subject)@example.com",
      tokens: SessionTokens(access: Secret("CANARY"), refresh: Secret("CANARY")), createdAt: clock.now(),
      expiresAt: clock.now().addingTimeInterval(3600))
  }

  private func signIn(_ session: Session? = nil, with auth: AuthClient) async throws {
    let session = session ?? self.session()
    try await auth.instance(session.providerID).adopt(session)
    clock.advance(by: .seconds(1))
  }

  private func events(_ auth: AuthClient, _ id: String = "s1") async throws -> [AccountHistory.Event] {
    try await auth.history(for: SessionID(id)).entries.map(\.event)
  }

  private func vendor(_ auth: AuthClient) throws -> VendorProvider {
    try #require(try auth.provider() as? VendorProvider)
  }

  // MARK: Events

  @Test func aSignOutHereAndWhatOthersSeeOfIt() async throws {
    let (ours, theirs) = (try client(1), try client(2, program: "other"))
    try await signIn(with: ours)
    _ = try await ours.signOut()
    #expect(try await events(ours) == [.signedIn, .signedOut])
    let seen = try #require(try await theirs.history(for: SessionID("s1")).entries.last)
    #expect(!seen.isOwn && seen.program == "app" && seen.date == clock.now())
    #expect(try await ours.signOutExplanation()?.text == "You signed out.")
    #expect(
      try await theirs.signOutExplanation()?.text == "You were signed out because app requested it.")
    #expect(try await theirs.signOutExplanation()?.identifier == "jane@example.com")
  }

  @Test func aSignOutInAnotherProcess() async throws {
    let (ours, theirs) = (try client(1), try client(2, program: "other"))
    try await signIn(with: ours)
    #expect(try await ours.session().subject == "jane")
    _ = try await theirs.signOut()
    await #expect(throws: AuthError(.notSignedIn, "")) { try await ours.session() }
    let entry = try #require(try await ours.history(for: SessionID("s1")).ending)
    #expect(entry.event == .signedOut && !entry.isOwn && entry.program == "other")
  }

  @Test func aUserWhoSignsInAgainIsNotSignedOut() async throws {
    let auth = try client()
    try await signIn(with: auth)
    _ = try await auth.adopt(session("s2"), from: auth.instance("vendor"))
    #expect(try await events(auth) == [.signedIn, .signedIn, .replaced])
    #expect(try await auth.signOutExplanation() == nil)
  }

  @Test(arguments: [true, false])
  func aSignOutThatWasCutOff(_ isBeforeTheDeletion: Bool) async throws {
    let auth = try client()
    try await signIn(with: auth)
    let stored = try #require(try await auth.storedSession())
    try await SessionOutbox(records.namespaced("vendor")).note(stored)
    if !isBeforeTheDeletion { try await store.delete(stored.id) }
    let later = try client(2)
    // The first read of the store starts the work that an earlier run left in the outbox.
    _ = try await later.storedSession()
    await later.settle()
    #expect(try await events(later) == [.signedIn, .signedOut])
  }

  @Test func aSignOutThatWasCutOffBringsNoRemovedAccountBack() async throws {
    let auth = try client()
    try await signIn(with: auth)
    let stored = try #require(try await auth.storedSession())
    try await auth.remove(stored.id)
    try await SessionOutbox(records.namespaced("vendor")).note(stored)
    let later = try client(2)
    _ = try await later.storedSession()
    await later.settle()
    #expect(try await later.histories().isEmpty)
  }

  @Test(arguments: [(false, false, true), (true, false, false), (false, true, false)])
  func aSignOutKeepsTheHistoryUnlessItIsToBeForgotten(
    _ forgetsDevice: Bool, _ forgetsHistory: Bool, _ isKept: Bool
  ) async throws {
    let auth = try client()
    try await signIn(session("s2", "joe"), with: auth)
    try await signIn(with: auth)
    _ = try await auth.signOut(SignOutOptions(forgetDevice: forgetsDevice, forgetHistory: forgetsHistory))
    #expect(try await auth.histories().map(\.subject).sorted() == (isKept ? ["jane", "joe"] : ["joe"]))
  }

  @Test func aUserWithAnotherSessionKeepsTheHistory() async throws {
    let auth = try client()
    try await signIn(with: auth)
    try await signIn(session("s2"), with: auth)
    try await auth.remove(SessionID("s1"))
    #expect(try await auth.histories().map(\.subject) == ["jane"])
    try await auth.remove(SessionID("s2"))
    #expect(try await auth.histories().isEmpty)
  }

  @Test func aSessionWithoutAnEntryHasNoOtherUsersHistory() async throws {
    let auth = try client()
    try await signIn(session("s2", "joe"), with: auth)
    try await store.save(session())
    let history = try await auth.history(for: SessionID("s1"))
    #expect(history.subject == "jane" && history.entries.isEmpty)
  }

  @Test func aRecordThatIsDeletedWithoutANote() async throws {
    let auth = try client()
    try await signIn(with: auth)
    _ = try await auth.session()
    try await store.delete(SessionID("s1"))
    await #expect(throws: AuthError(.notSignedIn, "")) { try await auth.session() }
    #expect(try await events(auth) == [.signedIn, .vanished])
  }

  @Test func aRefusalByTheProvider() async throws {
    let auth = try client()
    try await signIn(with: auth)
    try vendor(auth).answer.set(.success(.refused(AuthError(.sessionRevoked, "Over.", vendorCode: "SESSION_GONE"))))
    await #expect(throws: AuthError(.sessionRevoked, "")) { try await auth.refresh() }
    #expect(
      try await events(auth)
        == [.signedIn, .refused(by: .provider, code: .sessionRevoked, vendorCode: "SESSION_GONE")])
    // A later start finds the reason in the history, although the state does not contain it.
    let later = try client(3)
    #expect(try await later.state() == .signedOut(.never))
    #expect(
      try await later.signOutExplanation()?.text
        == "You were signed out because vendor no longer accepts the session (session_revoked, SESSION_GONE).")
  }

  @Test func aRefusalOfAnAccountThatIsNotSelected() async throws {
    let auth = try client()
    try await signIn(with: auth)
    try await signIn(session("s2", "joe"), with: auth)
    try vendor(auth).answer.set(.success(.refused(AuthError(.sessionExpired, "Over."))))
    let jane = try await auth.account(SessionID("s1"))
    await #expect(throws: AuthError(.sessionExpired, "")) { try await jane.refresh() }
    #expect(
      try await jane.history().entries.last?.event
        == .refused(by: .provider, code: .sessionExpired, vendorCode: nil))
    #expect(try await events(auth, "s2") == [.signedIn])
    #expect(try await auth.histories().map(\.subject) == ["jane", "joe"], "the latest history comes first")
  }

  @Test func aRefusalByTheAppsOwnIdentitySystem() async throws {
    let auth = try client(tokenProvider: ClosureTokenProvider { (_) in nil })
    try await signIn(with: auth)
    try vendor(auth).answer.set(.success(.tokenRequired(TokenRequest(.appIdentity, providerID: "vendor"))))
    await #expect(throws: AuthError(.sessionExpired, "")) { try await auth.refresh() }
    #expect(
      try await events(auth) == [.signedIn, .refused(by: .app, code: .sessionExpired, vendorCode: nil)])
  }

  @Test func aRenewalThatGivesAnotherUser() async throws {
    let auth = try client()
    try await signIn(with: auth)
    var other = session()
    other.subject = "mallory"
    try vendor(auth).answer.set(.success(.refreshed(other)))
    await #expect(throws: AuthError(.malformedResponse, "")) { try await auth.refresh() }
    #expect(try await events(auth) == [.signedIn, .mismatched("user")])
    #expect(try await auth.signOutExplanation() == nil, "the session is kept")
  }

  @Test func aTransientFailureIsNotInTheHistory() async throws {
    let auth = try client()
    try await signIn(with: auth)
    try vendor(auth).answer.set(.failure(AuthError(.network, "No network.")))
    await #expect(throws: AuthError(.network, "")) { try await auth.refresh() }
    try vendor(auth).answer.set(.success(.refreshed(session())))
    _ = try await auth.refresh()
    #expect(try await events(auth) == [.signedIn])
  }

  @Test func aCredentialThatRanOut() async throws {
    let auth = try client()
    try await signIn(session("p1", "jane", "plain"), with: auth)
    clock.advance(by: .seconds(3600))
    for _ in 0..<3 {
      await #expect(throws: AuthError(.reauthenticationRequired, "")) { try await auth.session() }
    }
    #expect(try await events(auth, "p1") == [.signedIn, .expired])
    #expect(try await auth.signOutExplanation()?.entry.event == .expired)
    try await signIn(session("p2", "jane", "plain"), with: auth)
    #expect(try await auth.signOutExplanation() == nil)
    #expect(try await events(auth, "p1") == [.signedIn, .expired, .signedIn], "one user has one history")
  }

  @Test func aRecordThatCannotBeRead() async throws {
    let auth = try client()
    try await signIn(with: auth)
    let damaged = DamagedStore(store)
    let later = try client(2, store: damaged)
    for _ in 0..<3 {
      await #expect(throws: AuthError(.storeCorrupt, "")) { try await later.session() }
    }
    #expect(try await events(auth) == [.signedIn, .trouble(.storeCorrupt)])
  }

  // MARK: Costs and failures

  @Test func aCachedSessionTouchesNoRecord() async throws {
    let auth = try client()
    try await signIn(with: auth)
    _ = try await auth.session()
    let before = records.count
    for _ in 0..<100 { _ = try await auth.session() }
    #expect(records.count == before)
  }

  @Test func aHistoryThatCannotBeWrittenFailsNoSignOut() async throws {
    let auth = try client()
    try await signIn(with: auth)
    records.fail(AuthError(.storeFull, "No room."))
    _ = try await auth.signOut()
    #expect(try await store.list().isEmpty)
    let told = observer.events.contains {
      if case .store(operation: "history", provider: "vendor", let error?) = $0 {
        error.code == .storeFull
      } else {
        false
      }
    }
    #expect(told)
    try await signIn(session("s2"), with: auth)
    #expect(try await auth.session().id == SessionID("s2"))
  }

  @Test func aDamagedHistoryIsReplacedAndKeepsTheSession() async throws {
    let auth = try client()
    try await signIn(with: auth)
    let history = records.namespaced("vendor").namespaced("history")
    for key in HistoryRecord.keys { try await history.replace(Secret("damage"), for: key) }
    #expect(try await auth.session().subject == "jane")
    #expect(try await auth.history(for: SessionID("s1")).entries.isEmpty)
    _ = try await auth.signOut()
    #expect(try await events(auth) == [.signedOut])
  }

  @Test func aHistoryThatTheStoreCannotReadIsReplaced() async throws {
    let auth = try client()
    try await signIn(with: auth)
    records.damageHistories()
    #expect(try await auth.session().subject == "jane")
    _ = try await auth.signOut()
    #expect(try await events(auth) == [.signedOut])
  }

  @Test func aHistoryOfALaterReleaseIsNotChanged() async throws {
    let auth = try client()
    let history = records.namespaced("vendor").namespaced("history")
    let later = Secret(#"{"v":9,"accounts":[]}"#)
    for key in HistoryRecord.keys { try await history.replace(later, for: key) }
    try await signIn(with: auth)
    _ = try await auth.signOut()
    for key in HistoryRecord.keys { #expect(try await history.read(key)?.value == later) }
    await #expect(throws: AuthError(.storeVersion, "")) { try await auth.histories() }
  }

  @Test func aSessionOfAnEarlierReleaseHasAnEmptyHistory() async throws {
    let auth = try client()
    try await store.save(session())
    try await auth.select(SessionID("s1"))
    #expect(try await auth.history(for: SessionID("s1")).entries.isEmpty)
    #expect(try await auth.signOutExplanation() == nil)
    await #expect(throws: AuthError(.notSignedIn, "")) { try await auth.history(for: SessionID("unknown")) }
  }

  @Test func theHistoryIsWrittenAlthoughTheCallerIsCancelled() async throws {
    let auth = try client()
    try await signIn(with: auth)
    let engine = try auth.instance("vendor")
    let session = session()
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await engine.history.note(.signedOut, of: session)
    }.value
    #expect(try await events(auth) == [.signedIn, .signedOut])
  }

  @Test func clientsThatWriteAtOnceLoseNothing() async throws {
    let auth = try client()
    for number in 0..<8 { try await signIn(session("s\(number)"), with: auth) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        let client = try client(UInt64(number + 10))
        group.addTask { _ = try await client.signOut(account: SessionID("s\(number)")) }
      }
      try await group.waitForAll()
    }
    #expect(try await events(auth).filter { $0 == .signedOut }.count == 8)
  }

  // MARK: Removal

  @Test func removingAnAccountCollectsItsHistory() async throws {
    let auth = try client()
    try await signIn(with: auth)
    try await signIn(session("s2"), with: auth)
    try await signIn(session("s3", "joe"), with: auth)
    try await auth.remove(SessionID("s1"))
    #expect(try await events(auth, "s2").last == .signedOut, "the history is kept for the user's other session")
    try await auth.account(SessionID("s2")).remove()
    #expect(try await auth.histories().map(\.subject) == ["joe"])
    _ = try await auth.signOut(SignOutOptions(forgetDevice: true))
    #expect(try await auth.histories().isEmpty)
  }

  @Test func noSecretIsInIt() async throws {
    let auth = try client()
    try await signIn(with: auth)
    try vendor(auth).answer.set(
      .success(.refused(AuthError(.sessionRevoked, "CANARY", vendorCode: "the token CANARY"))))
    await #expect(throws: AuthError(.sessionRevoked, "")) { try await auth.refresh() }
    var text = ""
    for history in try await auth.histories() { dump(history, to: &text) }
    dump(try await auth.signOutExplanation(), to: &text)
    let history = records.namespaced("vendor").namespaced("history")
    for key in HistoryRecord.keys { text += try await history.read(key)?.value.revealText() ?? "" }
    #expect(text.contains("session_revoked") && !text.contains("CANARY"))
  }
}

/// A provider whose next renewal is set by a test.
private struct VendorProvider: SessionRefreshing, SessionRevoking {
  typealias Configuration = FakeProvider.Configuration
  final class Answer: Sendable {
    private let value = Locked<Result<RefreshOutcome, AuthError>?>(nil)
    func set(_ next: Result<RefreshOutcome, AuthError>) { value.withLock { $0 = next } }
    var current: Result<RefreshOutcome, AuthError>? { value.withLock { $0 } }
  }

  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let answer = Answer()

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) { self.id = id }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    throw AuthError(.unsupported, "No flows here.")
  }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    try answer.current?.get() ?? .refreshed(session)
  }

  func revocation(of session: Session) -> Revocation? { Revocation(session: session) }
  func revoke(_ revocation: Revocation) async throws(AuthError) {}
}

/// A record store that counts its calls, and fails on demand.
private final class CountingRecordStore: RecordStore {
  private final class Shared: Sendable {
    let calls = Locked(0)
    let failure = Locked<AuthError?>(nil)
    /// The keys of records that can be neither read nor overwritten, until they are removed.
    let unreadable = Locked<Set<String>>([])
  }

  private let records: any RecordStore
  private let shared: Shared
  private let isHistory: Bool

  convenience init(_ records: any RecordStore) { self.init(records, Shared()) }

  private init(_ records: any RecordStore, _ shared: Shared, isHistory: Bool = false) {
    self.records = records
    self.shared = shared
    self.isHistory = isHistory
  }

  private func isUnreadable(_ key: String) -> Bool { isHistory && shared.unreadable.withLock { $0.contains(key) } }

  var count: Int { shared.calls.withLock { $0 } }
  func fail(_ error: AuthError?) { shared.failure.withLock { $0 = error } }
  func damageHistories() { shared.unreadable.withLock { $0 = Set(HistoryRecord.keys) } }

  func read(_ key: String) async throws(AuthError) -> Record? {
    shared.calls.withLock { $0 += 1 }
    if isUnreadable(key) { throw AuthError(.storeCorrupt, "Damaged.") }
    return try await records.read(key)
  }
  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    shared.calls.withLock { $0 += 1 }
    if Task.isCancelled { throw .cancelled }
    if let failure = shared.failure.withLock({ $0 }) { throw failure }
    if isUnreadable(key) { throw AuthError(.storeCorrupt, "Damaged.") }
    return try await records.write(value, for: key, expecting: expected)
  }
  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool {
    shared.calls.withLock { $0 += 1 }
    if isHistory { shared.unreadable.withLock { _ = $0.remove(key) } }
    return try await records.remove(key, expecting: expected)
  }
  func keys() async throws(AuthError) -> [String] {
    shared.calls.withLock { $0 += 1 }
    return try await records.keys()
  }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await records.withLock(on: name, body)
  }
  func namespaced(_ name: String) -> any RecordStore {
    CountingRecordStore(records.namespaced(name), shared, isHistory: name == "history")
  }
}

/// A store whose records cannot be read.
private struct DamagedStore: SessionStore {
  let store: MemorySessionStore
  init(_ store: MemorySessionStore) { self.store = store }
  func load(_ id: SessionID) async throws(AuthError) -> Session? { throw AuthError(.storeCorrupt, "Damaged.") }
  func list() async throws(AuthError) -> [Session] { throw AuthError(.storeCorrupt, "Damaged.") }
  func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool { false }
  func delete(_ id: SessionID) async throws(AuthError) {}
  func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
    try await store.selection(for: provider)
  }
  func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {}
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result { try await store.withLock(on: name, body) }
}

import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One renewal: its claim, its token, the credential that it uses, the writes to the store, and its outcome.
@Suite(.timeLimit(.minutes(5))) struct SessionRenewalTests {
  private let clock = ManualClock()
  private let observer = RecordingObserver()
  private let store: PickyStore
  private let records: FaultyRecords
  private let provider = DecidedProvider()

  init() {
    store = PickyStore(MemorySessionStore(clock: clock))
    records = FaultyRecords(MemoryRecordStore(clock: clock))
  }

  private func session(_ generation: UInt64 = 1, of family: String = "") -> Session {
    .sample(created: clock.now(), generation: generation, access: "access-\(generation)\(family)")
  }

  private var outbox: SessionOutbox { SessionOutbox(records) }

  private func services(_ tokens: any TokenProvider = TokenProviderChain([])) -> ProviderServices {
    var services = ProviderServices.testing(tokenProvider: tokens, clock: clock, observer: observer)
    services.records = records
    return services
  }

  /// Runs a renewal.
  ///
  /// - Parameter fresh: the results of the checks whether the stored session is still fresh, in order.
  private func run(
    _ known: Session? = nil, isForced: Bool = true, fresh: [Bool] = [],
    tokens: any TokenProvider = TokenProviderChain([]), claims: (any RenewalClaiming)? = nil,
    random: (any RandomSource)? = nil, by refreshing: @escaping FakeProvider.Refresh
  ) async throws(AuthError) -> String {
    var provider = provider
    provider.refreshing = refreshing
    var services = services(tokens)
    if let random { services.random = random }
    let renewal = SessionRenewal(provider: provider, store: store, claims: claims ?? store, services: services)
    let looks = Locked(0)
    let outcome = try await renewal.run(known ?? session(), isForced: isForced) { _ in
      looks.withLock { looks in
        defer { looks += 1 }
        return looks < fresh.count && fresh[looks]
      }
    }
    return switch outcome {
    case .renewed(let new, let old): "renewed \(name(old)) by \(name(new))"
    case .adopted(let session): "adopted \(name(session))"
    case .refused(let error, let session): "refused \(name(session)): \(error.code.rawValue)"
    case .dropped(let session): "dropped \(session.map(name) ?? "none")"
    case .superseded(let other, let unused): "superseded \(name(unused)) by \(name(other))"
    case .unsaved(let unsaved, let error):
      "unsaved \(name(unsaved.old)), \(name(unsaved.renewed)): \(error.code.rawValue)"
    }
  }

  private func name(_ session: Session) -> String {
    "\(session.generation) \(session.tokens.access?.revealText() ?? "none")"
  }

  @Sendable private static func renewed(_ session: Session, _ token: Secret?) -> RefreshOutcome {
    var next = session
    next.tokens.access = Secret("renewed" + (token.map { " with " + $0.revealText() } ?? ""))
    return .refreshed(next)
  }

  // MARK: Spending

  @Test("the stored credential is spent, depending on generation, freshness and demand") func decides() async throws {
    let table: [(stored: UInt64, isFresh: Bool, isForced: Bool, String)] = [
      (1, false, false, "renewed 1 access-1 by 2 renewed"), (1, true, false, "adopted 1 access-1"),
      (1, true, true, "renewed 1 access-1 by 2 renewed"), (2, true, true, "adopted 2 access-2"),
      (2, false, true, "renewed 2 access-2 by 3 renewed"), (2, true, false, "adopted 2 access-2"),
    ]
    for (stored, isFresh, isForced, expected) in table {
      try await store.save(session(stored))
      #expect(try await run(isForced: isForced, fresh: [isFresh], by: Self.renewed) == expected)
      #expect(try await outbox.pending().rotations.isEmpty)
    }
  }

  @Test("a deleted record is not renewed") func gone() async throws {
    #expect(try await run(by: Self.renewed) == "dropped none")
    #expect(provider.log.names == [])
  }

  @Test("a record of another tenant or instance is not spent") func foreign() async throws {
    for (provider, tenant) in [("fake", "another"), ("other", "tenant")] as [(ProviderID, String)] {
      try await store.save(
        Session(id: SessionID("s1"), providerID: provider, tenant: tenant, subject: "u", createdAt: clock.now()))
      await #expect(throws: AuthError(.invalidRequest, "")) { _ = try await run(by: Self.renewed) }
    }
    #expect(provider.log.names == [])
    try await store.withLock(on: "session/s1") { () throws(AuthError) in }
  }

  // MARK: Tokens

  @Test("a token is passed once, and once more if the provider reports the first as refused", arguments: [false, true])
  func tokens(_ names: Bool) async throws {
    let given = Counts()
    let source = ClosureTokenProvider { _ in Secret("token \(given.next())") }
    try await store.save(session())
    // The number of times that the provider requires a token.
    for (asks, isGiven) in [(0, true), (1, true), (2, names), (3, false)] {
      try await store.save(session())
      let asked = Counts()
      let before = given.count
      let refresh: FakeProvider.Refresh = { (session, token) in
        guard asked.next() <= asks else { return Self.renewed(session, token) }
        return .tokenRequired(TokenRequest(.appIdentity, providerID: "fake", rejected: names ? token : nil))
      }
      if isGiven {
        let with = asks == 0 ? "" : " with token \(before + asks)"
        #expect(try await run(tokens: source, by: refresh) == "renewed 1 access-1 by 2 renewed\(with)")
      } else {
        let error = await #expect(throws: AuthError.self) { _ = try await run(tokens: source, by: refresh) }
        #expect(error?.code == .tokenRequired)
        #expect(error?.message.contains("\(names ? 3 : 2) times") == true)
        #expect(given.count == before + (names ? 2 : 1))
      }
    }
  }

  @Test("the token is for the session that the provider names, else for the stored one") func tokenSession()
    async throws
  {
    try await store.save(session(3))
    for named in [nil, session(7)] {
      try await store.save(session(3))
      let asked = Locked<UInt64?>(nil)
      let source = ClosureTokenProvider { request in
        asked.withLock { $0 = request.session?.generation }
        return Secret("token")
      }
      let outcome = try await run(tokens: source) { (session, token) in
        guard token == nil else { return Self.renewed(session, token) }
        return .tokenRequired(TokenRequest(.appIdentity, providerID: "fake", session: named))
      }
      #expect(outcome == "renewed 3 access-3 by 4 renewed with token")
      #expect(asked.withLock { $0 } == named?.generation ?? 3)
    }
  }

  @Test("a credential is spent with the token that was requested for it, although it seems valid again by then")
  func spentWithTheToken()
    async throws
  {
    // The renewal is not forced; the record has the same generation, or a later one.
    for stored in [1, 2] as [UInt64] {
      try await store.save(session(stored))
      let outcome = try await run(
        isForced: false, fresh: [false, true], tokens: ClosureTokenProvider { _ in Secret("token") }
      ) { (session, token) in
        guard token == nil else { return Self.renewed(session, token) }
        return .tokenRequired(TokenRequest(.appIdentity, providerID: "fake"))
      }
      #expect(outcome == "renewed \(stored) access-\(stored) by \(stored + 1) renewed with token")
    }
  }

  @Test("a missing token ends a session, unless the clock is wrong", arguments: [0.0, 86_400])
  func noToken(_ lag: Double) async throws {
    try await store.save(session())
    let time = ServerTime(of: "fake", base: clock, observer: SilentObserver())
    let date = HTTPDate.encode(clock.now().addingTimeInterval(lag))
    _ = try await time.intercept(
      try TransportRequest("GET", "https://api.example.com/"),
      next: ScriptedTransport { _ in TransportResponse(status: 200, headers: ["Date": date]) })
    var services = services(ClosureTokenProvider { _ in nil })
    services.clock = time
    var provider = provider
    provider.refreshing = { (_, _) in .tokenRequired(TokenRequest(.appIdentity, providerID: "fake")) }
    let renewal = SessionRenewal(provider: provider, store: store, services: services)
    let session = session()
    if lag == 0 {
      guard case .refused(let error, session) = try await renewal.run(session, isForced: true, isFresh: { _ in false })
      else {
        Issue.record("not refused")
        return
      }
      #expect(error.code == .sessionExpired && error.fieldErrors.map(\.field) == [AccountHistory.Event.token])
    } else {
      await #expect(throws: AuthError(.clockSkew, "")) { try await renewal.run(session, isForced: true) { _ in false } }
    }
    #expect(try await store.load(session.id) == (lag == 0 ? nil : session))
  }

  // MARK: Claims

  @Test("a renewal waits half a minute for a claim that another process holds", arguments: [0, 0.5]) func held(
    _ fraction: Double
  ) async throws {
    let clock = ManualClock(advancesItself: true)
    let claims = HeldClaims(store, held: .max)
    var services = services()
    services.clock = clock
    services.random = FixedRandom(fraction: fraction)
    let renewal = SessionRenewal(provider: provider, store: store, claims: claims, services: services)
    await #expect(throws: AuthError(.storeLocked, "")) {
      try await renewal.run(session(), isForced: true) { _ in false }
    }
    let wait = Duration.milliseconds(fraction == 0 ? 100 : 150)
    #expect(Set(clock.sleeps) == [wait])
    #expect(clock.sleeps.count == (fraction == 0 ? 300 : 200))
    #expect(claims.leases == [.seconds(20)], "the lease is as long as a request can take")
    #expect(provider.log.names == [])
  }

  @Test("a released claim is taken") func heldAWhile() async throws {
    let clock = ManualClock(advancesItself: true)
    let claims = HeldClaims(store, held: 3)
    try await store.save(session())
    var services = services()
    services.clock = clock
    var provider = provider
    provider.refreshing = Self.renewed
    let renewal = SessionRenewal(provider: provider, store: store, claims: claims, services: services)
    guard case .renewed = try await renewal.run(session(), isForced: true, isFresh: { _ in false }) else {
      Issue.record("not renewed")
      return
    }
    #expect(clock.sleeps.filter { $0 < .seconds(1) }.count == 3)
    #expect(claims.released == 1)
  }

  @Test("a caller that is cancelled while a claim is held returns at once") func heldAndCancelled() async throws {
    let claims = HeldClaims(store, held: .max)
    let renewal = SessionRenewal(provider: provider, store: store, claims: claims, services: services())
    let session = session()
    let caller = Task { try await renewal.run(session, isForced: true) { _ in false } }
    await clock.waitForSleepers(1)
    caller.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { try await caller.value }
  }

  @Test("a record that keeps changing under its claim is not renewed") func changing() async throws {
    let claims = HeldClaims(store, held: 0)
    claims.changed.withLock { $0 = session(5) }
    let renewal = SessionRenewal(provider: provider, store: store, claims: claims, services: services())
    await #expect(throws: AuthError(.storeLocked, "")) {
      try await renewal.run(session(), isForced: true) { _ in false }
    }
  }

  @Test("a claim is released after every outcome") func releases() async throws {
    let claims = HeldClaims(store, held: 0)
    try await store.save(session())
    _ = try await run(claims: claims, by: Self.renewed)
    #expect(claims.released == 1)
    await #expect(throws: AuthError(.network, "")) {
      _ = try await run(claims: claims) { (_, _) async throws(AuthError) in throw AuthError(.network, "Down.") }
    }
    #expect(claims.released == 2)
  }

  @Test("a provider has two minutes for a renewal") func limit() async throws {
    try await store.save(session())
    let gate = Gate()
    let session = session()
    var hanging = provider
    hanging.refreshing = { (session, _) async throws(AuthError) in
      await gate.pass()
      return .refreshed(session)
    }
    let renewal = SessionRenewal(provider: hanging, store: store, services: services())
    let caller = Task { try await renewal.run(session, isForced: true) { _ in false } }
    await gate.reached()
    await clock.waitForSleepers(1)
    #expect(clock.sleeps == [.seconds(120)])
    clock.advance(by: .seconds(120))
    await #expect(throws: AuthError(.timeout, "")) { try await caller.value }
    gate.open()
  }

  // MARK: The outbox

  @Test("a renewal that could not be stored is stored before a credential is spent") func spooled() async throws {
    try await store.save(session())
    try await outbox.spool(session(2, of: "-spooled"))
    #expect(try await run(fresh: [true], by: Self.renewed) == "adopted 2 access-2-spooled")
    #expect(provider.log.names == [])
    #expect(try await store.load(SessionID("s1")) == session(2, of: "-spooled"))
    #expect(try await outbox.pending().rotations.isEmpty)
    // An entry that is not newer than the stored session is ignored.
    for generation in [1, 2] as [UInt64] {
      try await store.save(session(2))
      try await outbox.spool(session(generation, of: "-spooled"))
      #expect(try await run(session(2), by: Self.renewed) == "renewed 2 access-2 by 3 renewed")
    }
  }

  @Test("a credential whose renewal still cannot be stored is not spent again") func spooledStill() async throws {
    try await store.save(session())
    try await outbox.spool(session(2, of: "-spooled"))
    store.unwritable.withLock { $0 = [SessionID("s1")] }
    #expect(
      try await run(by: Self.renewed) == "unsaved 1 access-1, 2 access-2-spooled: store_permissions")
    #expect(provider.log.names == [])
    #expect(try await outbox.pending().rotations.count == 1)
    store.unwritable.withLock { $0 = [] }
    records.fail("read outbox/rotation/", with: AuthError(.storeLocked, "Later."))
    await #expect(throws: AuthError(.storeLocked, "")) { _ = try await run(by: Self.renewed) }
    #expect(provider.log.names == [], "the content of the outbox is unknown")
  }

  @Test("a renewal is stored even if the outbox has no room") func noRoom() async throws {
    try await store.save(session())
    records.fail("write outbox/")
    #expect(try await run(by: Self.renewed) == "renewed 1 access-1 by 2 renewed")
    #expect(observer.failures("spool") == [.storeFull])
    #expect(try await store.load(SessionID("s1"))?.generation == 2)
    records.fail(nil)
    #expect(try await run(session(2), by: Self.renewed) == "renewed 2 renewed by 3 renewed")
    #expect(observer.failures("spool") == [.storeFull])
  }

  @Test("a renewal is in the outbox before it is stored") func spoolsFirst() async throws {
    try await store.save(session())
    let spooled = Locked<[UInt64]>([])
    let outbox = outbox
    store.beforeSave.withLock {
      $0 = { _ in
        let generations = (try? await outbox.pending().rotations.map(\.session.generation)) ?? []
        spooled.withLock { $0 = generations }
      }
    }
    _ = try await run(by: Self.renewed)
    #expect(spooled.withLock { $0 } == [2])
  }

  @Test("a renewal that finds no record when it is stored is noted for the server") func dropped() async throws {
    try await store.save(session())
    let store = store
    #expect(
      try await run { (session, token) async throws(AuthError) in
        try await store.delete(session.id)
        return Self.renewed(session, token)
      } == "dropped 2 renewed")
    #expect(try await outbox.pending().revocations.map(\.generation) == [2])
    #expect(try await outbox.pending().rotations.isEmpty)
  }

  // MARK: Answers

  @Test("a renewal that returns a foreign credential reports the field that differs") func checks() async throws {
    let table: [(String, @Sendable (Session) -> Session)] = [
      ("user", { Self.copy($0, subject: "user-2") }), ("tenant", { Self.copy($0, tenant: "another") }),
      ("session", { Self.copy($0, id: "s2") }), ("session", { Self.copy($0, provider: "other") }),
    ]
    for (field, change) in table {
      try await store.save(session())
      let error = await #expect(throws: AuthError.self) {
        _ = try await run { (session, _) in .refreshed(change(session)) }
      }
      #expect(error?.code == .malformedResponse && error?.provider == "fake")
      #expect(error?.fieldErrors.map(\.field) == [AccountHistory.Event.renewal + field])
      #expect(try await store.load(SessionID("s1")) == session())
    }
  }

  private static func copy(
    _ other: Session, id: String? = nil, provider: ProviderID? = nil, tenant: String? = nil, subject: String? = nil
  ) -> Session {
    Session(
      id: id.map { SessionID($0) } ?? other.id, providerID: provider ?? other.providerID,
      tenant: tenant ?? other.tenant, subject: subject ?? other.subject, tokens: other.tokens,
      createdAt: other.createdAt, expiresAt: other.expiresAt, generation: other.generation)
  }

  @Test("a refused credential is deleted from the store, and another credential is not") func refused() async throws {
    let store = store
    let over = RefreshOutcome.refused(AuthError(.sessionRevoked, "Over."))
    try await store.save(session())
    #expect(try await run { (_, _) in over } == "refused 1 access-1: session_revoked")
    #expect(try await store.load(SessionID("s1")) == nil)
    try await store.save(session())
    #expect(
      try await run { (session, _) async throws(AuthError) in
        var labelled = session
        labelled.tags = ["colour": "green"]
        try await store.save(labelled)
        return over
      } == "refused 1 access-1: session_revoked")
    #expect(try await store.load(SessionID("s1")) == nil)
    try await store.save(session())
    let newer = session(2)
    let outcome = try await run { (_, _) async throws(AuthError) in
      try await store.save(newer)
      return over
    }
    #expect(outcome == "adopted 2 access-2")
    #expect(try await store.load(SessionID("s1")) == session(2))
  }
}

/// A counter that begins at one.
private final class Counts: Sendable {
  private let value = Locked(0)
  var count: Int { value.withLock { $0 } }
  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

/// A random source that always returns the same fraction.
private struct FixedRandom: RandomSource {
  let fraction: Double
  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    for index in buffer.indices { buffer[index] = 0 }
    if !buffer.isEmpty { buffer[0] = UInt8(fraction * 256) }
  }
}

/// Claims of a store that another process holds for a number of attempts.
private final class HeldClaims: RenewalClaiming {
  private struct State {
    var held: Int
    var leases: Set<Duration> = []
    var released = 0
  }

  private let store: PickyStore
  private let state: Locked<State>
  let changed = Locked<Session?>(nil)

  init(_ store: PickyStore, held: Int) {
    self.store = store
    state = Locked(State(held: held))
  }

  var leases: Set<Duration> { state.withLock { $0.leases } }
  var released: Int { state.withLock { $0.released } }

  func claimRenewal(
    of id: SessionID, generation: UInt64?, lease: Duration
  ) async throws(AuthError) -> RenewalClaimResult {
    if let changed = changed.withLock({ $0 }) { return .changed(changed) }
    let isHeld = state.withLock { state in
      state.leases.insert(lease)
      state.held -= 1
      return state.held >= 0
    }
    return isHeld ? .held : try await store.claimRenewal(of: id, generation: generation, lease: lease)
  }

  func commitRenewal(
    _ renewed: Session, of claim: RenewalClaim
  ) async throws(AuthError) -> RenewalCommitResult { try await store.commitRenewal(renewed, of: claim) }

  func releaseRenewal(_ claim: RenewalClaim) async {
    state.withLock { $0.released += 1 }
    await store.releaseRenewal(claim)
  }

  func load(_ id: SessionID) async throws(AuthError) -> Session? { try await store.load(id) }
  func list() async throws(AuthError) -> [Session] { try await store.list() }
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

import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A renewal with a store whose claims expire: its requests, their time limits, and the error after a loss.
@Suite(.timeLimit(.minutes(5))) struct LeasedRenewalTests {
  private let clock = ManualClock()
  private let observer = RecordingObserver()
  private let store = MemorySessionStore()
  private let records = MemoryRecordStore()

  private func session() -> Session { .sample(created: clock.now(), generation: 1, access: "old") }

  private func services() -> ProviderServices {
    var services = ProviderServices.testing(clock: clock, observer: observer)
    services.records = records
    return services
  }

  private func renewal(
    _ claims: LeasedClaims, replay: CredentialReplay = .none, _ refreshing: @escaping FakeProvider.Refresh
  ) -> SessionRenewal {
    var provider = DecidedProvider()
    provider.refreshing = refreshing
    provider.replaying = replay
    return SessionRenewal(provider: provider, store: store, claims: claims, services: services())
  }

  private func run(_ renewal: SessionRenewal) async throws(AuthError) -> SessionRenewal.Outcome {
    try await renewal.run(session(), isForced: true) { _ in false }
  }

  @Sendable private static func renewed(_ session: Session, _ token: Secret?) -> RefreshOutcome {
    var next = session
    next.tokens.access = Secret("new")
    return .refreshed(next)
  }

  private var events: [RenewalEvent] {
    observer.events.compactMap { if case .renewal(let event) = $0 { event } else { nil } }
  }

  private var steps: [RenewalEvent.Step] { events.map(\.step) }

  private var outbox: SessionOutbox { SessionOutbox(services().hostRecords) }

  @Sendable private static func over(_ session: Session, _ token: Secret?) -> RefreshOutcome {
    .refused(AuthError(.sessionExpired, "Over."))
  }

  @Test("the lease is at most half of the replay window, and between 4 and 20 seconds") func leases() {
    #expect(RenewalLease.duration(for: .none) == .seconds(20))
    #expect(RenewalLease.duration(for: .samePair(within: .seconds(10))) == .seconds(5))
    #expect(RenewalLease.duration(for: .newPair(within: .seconds(2))) == .seconds(4))
    #expect(RenewalLease.duration(for: .newPair(within: .seconds(600))) == .seconds(20))
  }

  @Test("a used credential is not sent again if the server refuses it, nor after the window")
  func notReplayed() async throws {
    for (replay, age) in [
      (CredentialReplay.none, Duration.zero), (.samePair(within: .seconds(10)), .seconds(10)),
      (.newPair(within: .seconds(10)), .seconds(11)),
    ] {
      try await store.save(session())
      let claims = LeasedClaims(store, unanswered: age)
      await #expect(throws: AuthError(.renewalLost, "")) {
        _ = try await run(
          renewal(claims, replay: replay) { (_, _) async throws(AuthError) in
            Issue.record("\(replay) was sent after \(age)")
            throw .cancelled
          })
      }
      #expect(try await store.load(session().id) == session(), "the record is kept: its holder may have the result")
      #expect(claims.notes == 0)
      #expect(claims.uses == [.unused])
      #expect(steps.suffix(3) == [.claimed, .takenOver, .lost])
    }
  }

  @Test("a used credential is sent again within the window, which bounds the request") func replayed() async throws {
    try await store.save(session())
    let claims = LeasedClaims(store, unanswered: .seconds(7))
    let outcome = try await run(renewal(claims, replay: .samePair(within: .seconds(10)), Self.renewed))
    guard case .renewed(let new, _) = outcome else {
      Issue.record("not renewed")
      return
    }
    #expect(new.generation == 2)
    #expect(steps == [.claimed, .takenOver, .noted, .answered, .spooled, .committed])
    #expect(claims.uses == [.answered])

    try await store.save(session())
    let gate = Gate()
    let hanging = renewal(LeasedClaims(store, unanswered: .seconds(7)), replay: .samePair(within: .seconds(10))) {
      (session, _) async throws(AuthError) in
      await gate.pass()
      return .refreshed(session)
    }
    let caller = Task { try await run(hanging) }
    await gate.reached()
    await clock.waitForSleepers(1)
    #expect(clock.sleeps.last == .seconds(3), "the rest of the window")
    clock.advance(by: .seconds(3))
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))
    await #expect(throws: AuthError(.timeout, "")) { _ = try await caller.value }
    gate.open()
  }

  @Test("a response that arrives just after the time limit, because its host was paused, is stored") func lateAnswer()
    async throws
  {
    try await store.save(session())
    let gate = Gate()
    let claims = LeasedClaims(store)
    let renewal = renewal(claims) { (session, _) async throws(AuthError) in
      await gate.pass()
      return Self.renewed(session, nil)
    }
    let caller = Task { try await run(renewal) }
    await gate.reached()
    await clock.waitForSleepers(1)
    // The process is stopped for 40 seconds. The renewal's time limit is 18 seconds, the part of the 20-second lease in
    // which requests are allowed, so the limit passes before the response arrives. The renewal then waits two more
    // seconds for the response, which arrives in that time.
    clock.advance(by: .seconds(40))
    await clock.waitForSleepers(1)
    gate.open()
    guard case .renewed(let new, _) = try await caller.value else {
      Issue.record("not renewed")
      return
    }
    #expect(try await store.load(session().id) == new)
    #expect(claims.uses == [.answered])
  }

  @Test("a request is not sent after a pause that used up the time for requests") func paused() async throws {
    let stored = session()
    try await store.save(stored)
    let claims = LeasedClaims(store)
    let sent = Locked(0)
    let transport = ScriptedSender { sent.withLock { $0 += 1 } }.wrapped(by: RenewalLeaseMiddleware())
    let clock = clock
    await #expect(throws: AuthError(.storeLocked, "")) {
      _ = try await run(
        renewal(claims) { (_, _) async throws(AuthError) in
          // The process is stopped just before it sends the request, for 18 seconds: the part of the 20-second lease in
          // which requests are allowed.
          clock.advance(by: .seconds(18))
          _ = try await transport.send(TransportRequest("GET", "https://vendor.example/token"))
          return .refused(AuthError(.sessionExpired, ""))
        })
    }
    #expect(sent.withLock { $0 } == 0)
    #expect(try await store.load(stored.id) == stored)
  }

  @Test("a request outside of a renewal needs no lease") func free() async throws {
    let sent = Locked(0)
    let transport = ScriptedSender { sent.withLock { $0 += 1 } }.wrapped(by: RenewalLeaseMiddleware())
    _ = try await transport.send(TransportRequest("GET", "https://vendor.example/token"))
    #expect(sent.withLock { $0 } == 1)
  }

  @Test("a claim that was lost before the note sends nothing") func lostClaim() async throws {
    try await store.save(session())
    let claims = LeasedClaims(store, losesClaim: true)
    await #expect(throws: AuthError(.storeLocked, "")) {
      _ = try await run(
        renewal(claims) { (_, _) async throws(AuthError) in
          Issue.record("sent")
          throw .cancelled
        })
    }
    #expect(claims.uses == [.unused])
  }

  @Test("a failure without a response is reported to the store") func unanswered() async throws {
    try await store.save(session())
    let claims = LeasedClaims(store)
    await #expect(throws: AuthError(.network, "")) {
      _ = try await run(renewal(claims) { (_, _) async throws(AuthError) in throw AuthError(.network, "Down.") })
    }
    #expect(claims.uses == [.unanswered])
    #expect(steps == [.claimed, .noted, .failed])
  }

  @Test("a refusal is an ordinary end, or a loss if the credential may have been used", arguments: [false, true])
  func refused(isDoubtful: Bool) async throws {
    try await store.save(session())
    let claims = LeasedClaims(store, isDoubtful: isDoubtful)
    let outcome = try await run(
      renewal(claims) { (_, _) async throws(AuthError) in .refused(AuthError(.sessionExpired, "Over.")) })
    guard case .refused(let error, _) = outcome else {
      Issue.record("not refused")
      return
    }
    #expect(error.code == (isDoubtful ? .renewalLost : .sessionExpired))
    #expect(try await store.load(session().id) == nil)
    #expect(steps.last == (isDoubtful ? .lost : .ended))
  }

  @Test("a refusal during another use waits for the end of that use, and takes its session")
  func contested() async throws {
    try await store.save(session())
    let claims = LeasedClaims(store, unanswered: .seconds(1))
    claims.contests.withLock { $0 = [.seconds(8), .seconds(8)] }
    let refused = renewal(claims, replay: .samePair(within: .seconds(60))) { (_, _) async throws(AuthError) in
      .refused(AuthError(.sessionExpired, "Over."))
    }
    let caller = Task { try await run(refused) }
    await clock.waitForSleepers(1, of: .seconds(8))
    #expect(try await store.load(session().id) == session(), "nothing is deleted while the renewal waits")
    var late = session()
    late.generation = 2
    late.tokens.access = Secret("late")
    try await store.save(late)
    clock.advance(by: .seconds(8))
    await clock.waitForSleepers(1, of: .seconds(8))
    clock.advance(by: .seconds(8))
    guard case .adopted(let session) = try await caller.value else {
      Issue.record("not adopted")
      return
    }
    #expect(session == late)
  }

  @Test("a refusal during another use waits at most two minutes for the end of that use") func contestedForLong()
    async throws
  {
    let stored = session()
    try await store.save(stored)
    let claims = LeasedClaims(store, unanswered: .seconds(1))
    claims.contests.withLock { $0 = [.seconds(119), .seconds(1), .seconds(1)] }
    let refused = renewal(claims, replay: .samePair(within: .seconds(60)), Self.over)
    let caller = Task { try await run(refused) }
    for wait in [119, 1] {
      await clock.waitForSleepers(1, of: .seconds(wait))
      clock.advance(by: .seconds(wait))
    }
    let error = await #expect(throws: AuthError(.storeLocked, "")) { _ = try await caller.value }
    #expect(error?.message.contains("refused") == true)
    #expect(try await store.load(stored.id) == stored)
    #expect(steps.suffix(2) == [.noted, .failed])
    #expect(claims.uses == [.answered])
  }

  @Test("a caller that is cancelled during another use returns at once") func contestedAndCancelled() async throws {
    try await store.save(session())
    let claims = LeasedClaims(store, unanswered: .seconds(1))
    claims.contests.withLock { $0 = [.seconds(8), .seconds(8)] }
    let refused = renewal(claims, replay: .samePair(within: .seconds(60)), Self.over)
    let caller = Task { try await run(refused) }
    await clock.waitForSleepers(1, of: .seconds(8))
    caller.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { _ = try await caller.value }
    #expect(try await store.load(session().id) == session())
  }

  @Test("a refused credential ends with its labels, and a refusal after a use without a response is a loss")
  func refusedAfterAnotherUse() async throws {
    try await store.save(session())
    let (store, claims) = (store, LeasedClaims(store, unanswered: .seconds(1)))
    let refused = renewal(claims, replay: .samePair(within: .seconds(60))) { (session, _) async throws(AuthError) in
      var labelled = session
      labelled.tags = ["colour": "green"]
      try await store.save(labelled, replacing: nil)
      return Self.over(session, nil)
    }
    guard case .refused(let error, let last) = try await run(refused) else {
      Issue.record("not refused")
      return
    }
    #expect(error.code == .renewalLost && error.provider == "fake")
    #expect(error.message.contains("has ended"))
    #expect(last.tags == ["colour": "green"])
    #expect(try await store.load(session().id) == nil)
    #expect(steps.last == .lost)
  }

  @Test("a renewal in the outbox is stored with the fence of its claim; without it, only over an earlier generation")
  func spooledUnderItsFence() async throws {
    for (fence, expected, replay) in [
      (9, 9, .newPair(within: .seconds(60))), (nil, 1, .none),
    ] as [(UInt64?, UInt64, CredentialReplay)] {
      try await store.save(session())
      var spooled = session()
      spooled.generation = 4
      try await outbox.spool(spooled, fence: fence)
      let claims = LeasedClaims(store)
      let renewal = renewal(claims, replay: .newPair(within: .seconds(60)), Self.over)
      guard case .adopted(spooled) = try await renewal.run(session(), isForced: false, isFresh: { _ in true }) else {
        Issue.record("not adopted")
        return
      }
      let commits = claims.commits.withLock { $0 }
      #expect(commits.map(\.fence) == [expected] && commits.map(\.replay) == [replay])
      #expect(events.last { $0.step == .committed }.map { [$0.generation, $0.fence] } == [3, expected])
    }
  }

  @Test("a renewal in the outbox without its fence does not replace a later generation") func withoutItsFence()
    async throws
  {
    var stored = session()
    stored.generation = 7
    try await store.save(stored)
    try await outbox.spool(.sample(created: clock.now(), generation: 7, access: "other"))
    let claims = LeasedClaims(store)
    let renewal = renewal(claims, replay: .newPair(within: .seconds(60)), Self.over)
    guard case .adopted(stored) = try await renewal.run(stored, isForced: false, isFresh: { _ in true }) else {
      Issue.record("not adopted")
      return
    }
    #expect(claims.commits.withLock { $0.isEmpty })
  }

  @Test("an obsolete renewal whose entry cannot be removed does not stop the next renewal", .timeLimit(.minutes(1)))
  func entryThatStays() async throws {
    var stored = session()
    stored.generation = 3
    try await store.save(stored)
    let faulty = FaultyRecords(records)
    var services = services()
    services.records = faulty
    try await SessionOutbox(services.hostRecords).spool(.sample(created: clock.now(), generation: 2), fence: 1)
    faulty.fail("remove", with: AuthError(.storePermissions, "Read-only."))
    var provider = DecidedProvider()
    provider.refreshing = Self.renewed
    provider.replaying = .newPair(within: .seconds(60))
    let renewal = SessionRenewal(provider: provider, store: store, claims: LeasedClaims(store), services: services)
    guard case .renewed(let new, _) = try await renewal.run(stored, isForced: true, isFresh: { _ in false }) else {
      Issue.record("not renewed")
      return
    }
    #expect(new.generation == 4)
  }

  @Test("a session that changes whenever it is read fails after four reads", .timeLimit(.minutes(1)))
  func unsteady() async throws {
    try await store.save(session())
    let faulty = FaultyRecords(records)
    var services = services()
    services.records = faulty
    let spooled = Session.sample(created: clock.now(), generation: 90, access: "spooled")
    try await SessionOutbox(services.hostRecords).spool(spooled)
    faulty.fail("remove", with: AuthError(.storePermissions, "Read-only."))
    let (store, claims) = (store, LeasedClaims(store))
    claims.beforeCommit.withLock {
      $0 = { (claim) in
        // Ends after ten changes, so that a renewal without a limit fails this test and does not hang it.
        guard claim.session.generation < 10 else { return }
        var next = claim.session
        next.generation += 1
        next.tokens.access = Secret("theirs-\(next.generation)")
        _ = try? await store.save(next, replacing: nil)
      }
    }
    let renewal = SessionRenewal(
      provider: DecidedProvider(), store: store, claims: claims, services: services)
    let error = await #expect(throws: AuthError(.storeLocked, "")) {
      _ = try await renewal.run(session(), isForced: true) { _ in false }
    }
    #expect(error?.message.contains("keeps changing") == true)
    #expect(claims.commits.withLock { $0.count } == 4)
  }

  @Test("a renewal that is stored at the next start is an event with its fence") func recovered() async throws {
    let engine = ProviderSessions(provider: DecidedProvider(), store: LeasedClaims(store), services: services())
    for (id, fence) in [("a", 9), ("b", nil)] as [(String, UInt64?)] {
      try await store.save(.sample(id, generation: 3))
      try await outbox.spool(.sample(id, generation: 4), fence: fence)
    }
    await engine.recover()
    #expect(steps == [.committed, .committed])
    #expect(events.map(\.session) == [SessionID("a"), SessionID("b")])
    #expect(events.map(\.generation) == [3, 3] && events.map(\.fence) == [9, 0])
  }

  @Test("a renewal that another session has overtaken, or whose record is gone, is an event of its own")
  func overtaken() async throws {
    for (isGone, step) in [(true, RenewalEvent.Step.gone), (false, .superseded)] {
      try await store.save(session())
      let store = store
      _ = try await run(
        renewal(LeasedClaims(store)) { (session, token) async throws(AuthError) in
          if isGone {
            try await store.delete(session.id)
          } else {
            try await store.save(.sample(created: session.createdAt, generation: 7, access: "other"), replacing: nil)
          }
          return Self.renewed(session, token)
        })
      #expect(steps.last == step)
    }
  }
}

/// A transport that answers every request after it has called a closure.
private struct ScriptedSender: HTTPTransport {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    body()
    return TransportResponse(status: 200)
  }
}

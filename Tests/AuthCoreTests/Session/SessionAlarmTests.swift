import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The work that the engine does at set times while its states have a reader.
@Suite struct SessionAlarmTests {
  private static let start = Date(timeIntervalSince1970: 1_767_225_600)

  private func machine(isRenewable: Bool = true) -> SessionMachine {
    SessionMachine(providerID: "fake", isRenewable: isRenewable, jitter: 0)
  }

  private func names(_ commands: [SessionMachine.Command]) -> [String] {
    commands.map { command in
      switch command {
      case .load: "load"
      case .renew: "renew"
      case .answer: "answer"
      case .publish(let state, _): "publish \(state.name)"
      case .record(.refreshStarted): "refresh started"
      case .record(.refreshEnded): "refresh ended"
      case .record(.sessionExpiring(_, _, let rest)): "expiring in \(Int(rest.seconds))"
      case .record(.sessionEnded): "session ended"
      case .record: "record"
      case .wake(let date): date.map { "wake at \(Int($0.timeIntervalSince(Self.start)))" } ?? "wake never"
      case .replaced: "replaced"
      case .discard: "discard"
      case .revoke: "revoke"
      }
    }
  }

  private func at(_ seconds: Double) -> Date { Self.start.addingTimeInterval(seconds) }

  @Test func withoutAReaderThereIsNoAlarm() {
    var machine = machine()
    #expect(names(machine.selected(.sample(created: at(0)), now: at(0))) == ["publish signedIn"])
    #expect(names(machine.watched(true, now: at(1))) == ["wake at 3480"])
    #expect(names(machine.watched(false, now: at(2))) == ["wake never"])
  }

  @Test("L13: an account's failure delays no other account, and its success ends no other account's delay")
  func backoffIsPerAccount() {
    var machine = machine()
    let (alice, bob) = (Session.sample("alice", created: at(0)), Session.sample("bob", created: at(0)))
    _ = machine.watched(true, now: at(0))
    _ = machine.selected(alice, now: at(0))
    // Bob's request was refused, and so is his renewal, for an hour.
    _ = machine.demand(.renewedAfter(bob), by: 1, now: at(3000))
    let limited = AuthError(.rateLimited, "Slow.", retryAfter: .seconds(3600))
    _ = machine.renewalEnded(bob.id, .failure(limited), now: at(3000))
    #expect(machine.alarm == at(3480), "Alice's session is renewed at its own time")
    #expect(names(machine.woken(now: at(3480))).contains("renew"))
    var renewed = Session.sample("alice", created: at(3480), generation: 2)
    renewed.expiresAt = at(7080)
    _ = machine.renewalEnded(alice.id, .success(.renewed(renewed, from: alice)), now: at(3481))
    // Alice's success does not end Bob's delay, and neither does the selection of Bob's session.
    _ = machine.selected(bob, now: at(3482))
    #expect(!names(machine.woken(now: at(3483))).contains("renew"))
    _ = machine.selected(renewed, now: at(3484))
    _ = machine.selected(bob, now: at(3485))
    #expect(!names(machine.woken(now: at(3486))).contains("renew"))
  }

  @Test("L13: the failure of one credential does not delay its successor")
  func backoffIsOfACredential() {
    var machine = machine()
    _ = machine.watched(true, now: at(0))
    _ = machine.selected(.sample(created: at(0)), now: at(0))
    _ = machine.woken(now: at(3480))
    _ = machine.renewalEnded(
      SessionID("s1"), .failure(AuthError(.rateLimited, "", retryAfter: .seconds(3600))), now: at(3481))
    #expect(!names(machine.woken(now: at(3482))).contains("renew"))
    var next = Session.sample(created: at(0), generation: 2)
    next.expiresAt = at(3600)
    _ = machine.selected(next, now: at(3483))
    #expect(names(machine.woken(now: at(3484))).contains("renew"))
    // A new sign-in with the same identifier begins at the same generation.
    var other = Session.sample(created: at(1))
    other.expiresAt = at(3600)
    _ = machine.renewalEnded(SessionID("s1"), .failure(AuthError(.network, "")), now: at(3485))
    _ = machine.selected(other, now: at(3486))
    #expect(names(machine.woken(now: at(3487))).contains("renew"))
  }

  @Test("L14: the alarm is set while the states have a reader, through any change of readers")
  func readersComeAndGo() async throws {
    let house = SessionHouse()
    let engine = house.engine(FakeProvider { (_, _) throws(AuthError) in throw AuthError(.network, "Down.") })
    try await engine.adopt(.sample(created: house.clock.now()))
    var reader: SessionStates.Iterator? = engine.states.makeAsyncIterator()
    for round in 0..<5000 {
      let leaving = LeavingReader(reader)
      reader = nil
      async let left: Void = leaving.leave()
      async let came = engine.states.makeAsyncIterator()
      reader = await came
      await left
      let alarm = engine.state.withLock { $0.machine.alarm }
      #expect(alarm != nil, "round \(round)")
      if alarm == nil { return }
    }
    _ = reader
    reader = nil
    #expect(engine.state.withLock { $0.machine.alarm } == nil)
  }

  @Test func renewsAheadAndAgainAfterAFailure() {
    var machine = machine()
    let session = Session.sample(created: at(0))
    _ = machine.watched(true, now: at(0))
    #expect(names(machine.selected(session, now: at(0))) == ["publish signedIn", "wake at 3480"])
    #expect(names(machine.woken(now: at(3480))) == ["refresh started", "renew", "wake at 3540"])
    // The server is unavailable. The next attempt follows after a quarter of a minute, then after twice that time.
    let down = AuthError(.serverError, "Down.")
    #expect(
      names(machine.renewalEnded(session.id, .failure(down), now: at(3481))) == ["refresh ended", "wake at 3496"])
    #expect(names(machine.woken(now: at(3496))) == ["refresh started", "renew", "wake at 3540"])
    #expect(
      names(machine.renewalEnded(session.id, .failure(down), now: at(3497))) == ["refresh ended", "wake at 3527"])
    #expect(names(machine.woken(now: at(3527))) == ["refresh started", "renew", "wake at 3540"])
    // The server stays unavailable. The expiry is announced, the session expires, and the attempts continue.
    #expect(names(machine.woken(now: at(3540))) == ["expiring in 60", "wake at 3600"])
    #expect(names(machine.woken(now: at(3600))) == ["publish unverified"])
    #expect(
      names(machine.renewalEnded(session.id, .failure(down), now: at(3601))) == ["refresh ended", "wake at 3661"])
    #expect(names(machine.woken(now: at(3661))) == ["refresh started", "renew"])
    var renewed = Session.sample(created: at(3662), generation: 2)
    renewed.expiresAt = at(7262)
    let outcome = SessionRenewal.Outcome.renewed(renewed, from: session)
    #expect(
      names(machine.renewalEnded(session.id, .success(outcome), now: at(3662)))
        == ["refresh ended", "replaced", "publish signedIn", "wake at 7142"])
  }

  @Test func theServersRetryDelayIsKept() {
    var machine = machine()
    let session = Session.sample(created: at(0))
    _ = machine.watched(true, now: at(0))
    _ = machine.selected(session, now: at(0))
    _ = machine.woken(now: at(3480))
    let busy = AuthError(.rateLimited, "Busy.", retryAfter: .seconds(50))
    #expect(
      names(machine.renewalEnded(session.id, .failure(busy), now: at(3480))) == ["refresh ended", "wake at 3530"])
    // A caller that asks while the credential is valid receives it, and no request is sent.
    #expect(names(machine.demand(.working, by: 1, now: at(3500))) == ["answer"])
    // A caller that asks after the expiry is not delayed, because an error does not block later attempts.
    #expect(names(machine.demand(.working, by: 2, now: at(3590))).contains("renew"))
  }

  @Test func aVendorThatCannotRenewAnnouncesTheEnd() {
    var machine = machine(isRenewable: false)
    _ = machine.watched(true, now: at(0))
    #expect(names(machine.selected(.sample(created: at(0)), now: at(0))) == ["publish signedIn", "wake at 3540"])
    #expect(names(machine.woken(now: at(3540))) == ["expiring in 60", "wake at 3600"])
    #expect(names(machine.woken(now: at(3600))) == ["publish expired"])
  }

  @Test func theEndIsAnnouncedOnceWithoutAReader() {
    var machine = machine(isRenewable: false)
    _ = machine.selected(.sample(created: at(0)), now: at(0))
    #expect(machine.ready(at: at(3000)) != nil)
    #expect(machine.ready(at: at(3550)) == nil, "the machine decides, so that the expiry can be announced")
    #expect(names(machine.demand(.working, by: 1, now: at(3550))) == ["answer", "expiring in 50"])
    #expect(machine.ready(at: at(3551)) != nil)
    #expect(names(machine.demand(.working, by: 2, now: at(3552))) == ["answer"])
  }

  /// End to end: a reader of the states receives the warning and the expiry without any call.
  @Test func aReaderIsNotifiedByTheClock() async throws {
    let house = SessionHouse()
    let engine = house.engine(PlainProvider())
    var states = engine.states.makeAsyncIterator()
    try await engine.adopt(.sample(created: house.clock.now()))
    #expect(await states.next()?.name != "expired")
    await house.clock.waitForSleepers()
    house.clock.advance(by: .seconds(3541))
    while house.times({ if case .sessionExpiring = $0 { true } else { false } }) == 0 { await Task.yield() }
    await house.clock.waitForSleepers()
    house.clock.advance(by: .seconds(60))
    while let state = await states.next(), state.name != "expired" {}
    #expect(engine.source.current.name == "expired")
  }

  @Test func theAlarmEndsWithTheLastReader() async throws {
    let house = SessionHouse()
    let engine = house.engine(PlainProvider())
    try await engine.adopt(.sample(created: house.clock.now()))
    do {
      let first = engine.states.makeAsyncIterator()
      let second = engine.states.makeAsyncIterator()
      await house.clock.waitForSleepers()
      withExtendedLifetime((first, second)) {}
    }
    while house.clock.sleeperCount > 0 { await Task.yield() }
    #expect(engine.state.withLock { $0.machine.alarm } == nil)
  }
}

/// Holds a reader, and releases it on another task.
private final class LeavingReader: Sendable {
  private let reader: Locked<SessionStates.Iterator?>
  init(_ reader: SessionStates.Iterator?) { self.reader = Locked(reader) }
  func leave() async { reader.withLock { $0 = nil } }
}

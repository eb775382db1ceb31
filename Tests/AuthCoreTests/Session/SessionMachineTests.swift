import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The commands of the session machine for given sequences of events. `SessionMachineModelTests` tests the laws that
/// hold for every order of events.
@Suite struct SessionMachineTests {
  private static let start = Date(timeIntervalSince1970: 1_767_225_600)
  private let id = SessionID("s1")

  private func at(_ seconds: Double) -> Date { Self.start.addingTimeInterval(seconds) }

  /// A session that is valid for an hour from the start of the test.
  private func session(_ id: String = "s1", _ generation: UInt64 = 1) -> Session {
    .sample(id, created: at(0), generation: generation)
  }

  private func machine(isRenewable: Bool = true, renewsAutomatically: Bool = true) -> SessionMachine {
    SessionMachine(
      providerID: "fake", isRenewable: isRenewable, jitter: 0, renewsAutomatically: { _ in renewsAutomatically })
  }

  /// Returns a machine in which `s1` is selected.
  private func signedIn(isRenewable: Bool = true, renewsAutomatically: Bool = true) -> SessionMachine {
    var machine = machine(isRenewable: isRenewable, renewsAutomatically: renewsAutomatically)
    _ = machine.selected(session(), now: at(0))
    return machine
  }

  private func told(_ commands: [SessionMachine.Command]) -> [String] {
    commands.flatMap { command -> [String] in
      guard case .answer(let callers, let answer) = command else { return [told(command)] }
      let text =
        switch answer {
        case .success(let session): session.map(name) ?? "none"
        case .failure(let error): error.code.rawValue
        }
      return callers.map { "answer \($0): \(text)" }
    }
  }

  private func told(_ command: SessionMachine.Command) -> String {
    switch command {
    case .load: "load"
    case .renew(let session, let isForced): "renew \(name(session))\(isForced ? " at all events" : "")"
    case .answer(let callers, _): "answer \(callers)"
    case .publish(let state, _): "publish \(state.name)"
    case .record(.refreshStarted): "started"
    case .record(.refreshEnded(_, _, let error)): "ended" + (error.map { " by \($0.code.rawValue)" } ?? "")
    case .record(.sessionExpiring): "expiring"
    case .record(.sessionEnded(_, let id, _)): "over \(id)"
    case .record: "record"
    case .wake(let date): date.map { "wake at \(Int($0.timeIntervalSince(Self.start)))" } ?? "wake never"
    case .replaced(let old, let new): "replaced \(name(old)) by \(name(new))"
    case .discard(let session): "discard \(name(session))"
    case .revoke(let session, let other): "revoke \(name(session)) beside \(other.map(name) ?? "none")"
    }
  }

  private func name(_ session: Session) -> String { "\(session.id)/\(session.generation)" }

  private func epoch(_ commands: [SessionMachine.Command]) throws -> UInt64 {
    try #require(
      commands.compactMap { if case .load(let epoch) = $0 { epoch } else { nil } }.first, "the store is not read")
  }

  private let lock = AuthError(.keyUnavailable, "Closed.")
  private let down = AuthError(.network, "Down.")
  private let over = AuthError(.sessionRevoked, "Over.")

  // MARK: Callers

  @Test("before the store was read callers wait for it, and it is read once") func waitsForTheStore() throws {
    var machine = machine()
    let epoch = try epoch(machine.demand(.working, by: 1, now: at(0)))
    #expect(told(machine.demand(.stored, by: 2, now: at(0))) == [])
    let commands = told(
      machine.loaded(session(), lock: nil, isRenewalUnfinished: false, epoch: epoch, now: at(0)))
    #expect(Set(commands) == ["answer 1: s1/1", "answer 2: s1/1", "publish signedIn"] && commands.count == 3)
    #expect(told(machine.demand(.working, by: 3, now: at(0))) == ["answer 3: s1/1"])
  }

  @Test("without a signed-in user only a renewal fails") func signedOut() throws {
    var machine = machine()
    let epoch = try epoch(machine.demand(.working, by: 1, now: at(0)))
    #expect(
      told(machine.loaded(nil, lock: nil, isRenewalUnfinished: false, epoch: epoch, now: at(0)))
        == ["answer 1: none", "publish signedOut"])
    #expect(told(machine.demand(.stored, by: 2, now: at(0))) == ["answer 2: none"])
    #expect(told(machine.demand(.renewed, by: 3, now: at(0))) == ["answer 3: not_signed_in"])
  }

  @Test("each demand starts the work that it needs") func demands() {
    let table: [(SessionMachine.Demand, seconds: Double, [String])] = [
      (.stored, 4000, ["answer 1: s1/1", "publish unverified"]), (.working, 3479, ["answer 1: s1/1"]),
      (.working, 3480, ["answer 1: s1/1", "started", "renew s1/1 at all events"]),
      (.working, 3569, ["answer 1: s1/1", "started", "renew s1/1 at all events", "expiring"]),
      (.working, 3570, ["started", "renew s1/1", "expiring"]), (.renewed, 0, ["started", "renew s1/1 at all events"]),
      (.renewedAfter(session()), 0, ["started", "renew s1/1 at all events"]),
      (.renewedAfter(session("s2")), 0, ["started", "renew s2/1 at all events"]),
      (.renewedAfter(session("s1", 0)), 0, ["answer 1: s1/1"]),
      (.renewedAfter(session("s1", 2)), 0, ["started", "renew s1/1 at all events"]),
    ]
    for (demand, seconds, expected) in table {
      var machine = signedIn()
      #expect(told(machine.demand(demand, by: 1, now: at(seconds))) == expected, "\(demand) at \(seconds)")
    }
  }

  @Test("a session without automatic renewal is renewed on request, and an unrenewable one never") func unrenewable() {
    for isRenewable in [true, false] {
      var machine = signedIn(isRenewable: isRenewable, renewsAutomatically: false)
      #expect(told(machine.demand(.working, by: 1, now: at(3599))) == ["answer 1: s1/1", "expiring"])
      #expect(
        told(machine.demand(.working, by: 2, now: at(3600)))
          == ["answer 2: reauthentication_required", "publish expired"])
      let forced = isRenewable ? ["started", "renew s1/1 at all events"] : ["answer 3: reauthentication_required"]
      #expect(told(machine.demand(.renewed, by: 3, now: at(3600))) == forced)
    }
  }

  @Test("a session whose key is unavailable is shown, and not used or renewed") func locked() {
    var machine = signedIn()
    _ = machine.watched(true, now: at(0))
    #expect(told(machine.relocked(lock, of: session(), now: at(1))) == ["publish locked", "wake never"])
    #expect(told(machine.demand(.stored, by: 1, now: at(2))) == ["answer 1: s1/1"])
    #expect(told(machine.demand(.working, by: 2, now: at(2))) == ["answer 2: key_unavailable"])
    #expect(told(machine.demand(.renewed, by: 3, now: at(2))) == ["answer 3: key_unavailable"])
    #expect(told(machine.woken(now: at(3500))) == [])
    #expect(told(machine.relocked(nil, of: session("s2"), now: at(4))) == [])
    #expect(told(machine.relocked(nil, of: session(), now: at(5))) == ["publish signedIn", "wake at 3480"])
  }

  @Test("a session whose renewal was interrupted is renewed in the background, but not used after its expiry")
  func unfinished()
    throws
  {
    for (seconds, expected) in [
      (0.0, ["answer 1: s1/1", "started", "renew s1/1 at all events", "publish signedIn"]),
      (3600, ["started", "renew s1/1", "publish unverified"]),
    ] {
      var machine = machine()
      let epoch = try epoch(machine.demand(.working, by: 1, now: at(seconds)))
      #expect(
        told(machine.loaded(session(), lock: nil, isRenewalUnfinished: true, epoch: epoch, now: at(seconds)))
          == expected)
    }
    var machine = machine(renewsAutomatically: false)
    let epoch = try epoch(machine.demand(.working, by: 1, now: at(0)))
    #expect(
      told(machine.loaded(session(), lock: nil, isRenewalUnfinished: true, epoch: epoch, now: at(0)))
        == ["answer 1: s1/1", "publish signedIn"])
  }

  @Test("a caller that does not wait receives no answer when it leaves") func leaves() {
    var machine = machine()
    #expect(told(machine.left(7)) == [])
    _ = machine.demand(.working, by: 1, now: at(0))
    #expect(told(machine.left(1)) == ["answer 1: cancelled"])
    #expect(told(machine.left(1)) == [])
    machine = signedIn()
    _ = machine.demand(.renewed, by: 2, now: at(0))
    #expect(told(machine.settle(3)) == [])
    #expect(told(machine.left(3)) == ["answer 3: cancelled"])
    #expect(told(machine.left(2)) == ["answer 2: cancelled"])
    #expect(told(machine.left(2)) == [])
    #expect(machine.flights[id] != nil, "the renewal that was started continues")
  }

  @Test("a caller that waits for the end of renewals is answered once") func settles() {
    var machine = signedIn()
    #expect(told(machine.settle(1)) == ["answer 1: none"])
    _ = machine.demand(.renewed, by: 2, now: at(0))
    #expect(told(machine.settle(3)) == [])
    #expect(
      told(machine.renewalEnded(id, .failure(down), now: at(1)))
        == ["ended by network", "answer 2: network", "answer 3: none"])
    #expect(
      told(machine.demand(.renewedAfter(session("s2")), by: 4, now: at(2))) == ["started", "renew s2/1 at all events"])
    #expect(
      told(machine.renewalEnded(SessionID("s2"), .failure(down), now: at(3))) == [
        "ended by network", "answer 4: network",
      ])
  }

  // MARK: Renewals

  @Test("each outcome of a renewal updates the session and answers its callers") func ends() {
    typealias Outcome = SessionRenewal.Outcome
    let (old, new) = (session(), session("s1", 2))
    let table: [(Outcome, [String])] = [
      (.renewed(new, from: old), ["ended", "replaced s1/1 by s1/2", "answer 1: s1/2", "publish signedIn"]),
      (.adopted(new), ["ended", "answer 1: s1/2", "publish signedIn"]),
      (.unsaved(UnsavedRenewal(renewed: new, old: old), down), ["ended", "answer 1: s1/2", "publish signedIn"]),
      (
        .superseded(session("s1", 3), unused: new),
        ["ended", "replaced s1/2 by s1/3", "answer 1: s1/3", "publish signedIn"]
      ),
      (
        .refused(over, old),
        [
          "ended by session_revoked", "discard s1/1", "over s1", "answer 1: session_revoked", "publish signedOut",
        ]
      ), (.dropped(nil), ["ended", "over s1", "answer 1: not_signed_in", "publish signedOut"]),
      (
        .dropped(new),
        ["ended", "revoke s1/2 beside none", "over s1", "answer 1: not_signed_in", "publish signedOut"]
      ),
    ]
    for (outcome, expected) in table {
      var machine = signedIn()
      _ = machine.demand(.renewed, by: 1, now: at(1))
      #expect(told(machine.renewalEnded(id, .success(outcome), now: at(2))) == expected)
      #expect(told(machine.renewalEnded(id, .success(outcome), now: at(3))) == [], "a renewal ends once")
    }
  }

  @Test("a lost credential is not claimed again for each caller until its pause ends") func lost() {
    var machine = signedIn()
    let lost = AuthError(.renewalLost, "Lost.")
    _ = machine.demand(.renewed, by: 1, now: at(0))
    #expect(
      told(machine.renewalEnded(id, .failure(lost), now: at(0))) == ["ended by renewal_lost", "answer 1: renewal_lost"])
    #expect(told(machine.demand(.renewed, by: 2, now: at(1))) == ["answer 2: renewal_lost"])
    #expect(told(machine.demand(.renewedAfter(session()), by: 3, now: at(1))) == ["answer 3: renewal_lost"])
    var other = machine
    _ = other.selected(session("s2"), now: at(1))
    #expect(
      told(other.demand(.renewedAfter(session()), by: 3, now: at(1))) == ["started", "renew s1/1 at all events"],
      "the engine does not follow a session that is not selected, so it asks the store")
    #expect(told(machine.demand(.renewed, by: 4, now: at(20))) == ["started", "renew s1/1 at all events"])
    _ = machine.renewalEnded(id, .failure(down), now: at(20))
    #expect(
      told(machine.demand(.renewed, by: 5, now: at(21))) == ["started", "renew s1/1 at all events"],
      "a temporary failure is tried again")
  }

  @Test("a session whose renewal is refused has ended, also when another is selected meanwhile")
  func refusedAfterASwitch() {
    var machine = signedIn()
    _ = machine.demand(.renewed, by: 1, now: at(1))
    _ = machine.selected(session("s2"), now: at(2))
    let end = told(machine.renewalEnded(id, .success(.refused(over, session())), now: at(3)))
    #expect(end.contains("over s1") && end.contains("discard s1/1"), "\(end)")
    #expect(machine.selected.session == session("s2"))
  }

  @Test("a renewed credential that a new sign-in replaced is revoked, and the new session keeps its keys")
  func retiring() {
    let unused = session("s1", 3)
    #expect(told(SessionMachine.retiring(unused, for: session("s1", 2))) == "revoke s1/3 beside s1/2")
    #expect(told(SessionMachine.retiring(unused, for: session("s1", 3))) == "replaced s1/3 by s1/3")
    #expect(told(SessionMachine.retiring(unused, for: session("s2", 4))) == "revoke s1/3 beside s2/4")
  }

  @Test("the end of a session that was signed out meanwhile is not repeated, and its new credential is released")
  func orphans() {
    typealias Outcome = SessionRenewal.Outcome
    let (old, new) = (session(), session("s1", 2))
    let table: [(Outcome, [String])] = [
      (.renewed(new, from: old), ["ended", "replaced s1/1 by s1/2", "discard s1/2"]),
      (.refused(over, old), ["ended by session_revoked", "discard s1/1"]), (.dropped(nil), ["ended"]),
      (.dropped(new), ["ended", "revoke s1/2 beside none"]),
    ]
    for (outcome, expected) in table {
      var machine = signedIn()
      _ = machine.demand(.renewed, by: 1, now: at(1))
      #expect(
        told(machine.removed(old, .requested, now: at(2)))
          == ["discard s1/1", "over s1", "answer 1: not_signed_in", "publish signedOut"])
      #expect(told(machine.renewalEnded(id, .success(outcome), now: at(3))) == expected)
    }
  }

  @Test("a caller of a session that was signed out and in again does not get the outcome of the earlier renewal")
  func orphanWaiters() {
    typealias Outcome = SessionRenewal.Outcome
    var again = session()
    again.createdAt = at(2)
    again.expiresAt = at(2)
    for outcome in [Result<Outcome, AuthError>.success(.refused(over, session())), .failure(down)] {
      var machine = signedIn()
      _ = machine.demand(.renewed, by: 1, now: at(1))
      _ = machine.removed(session(), .requested, now: at(2))
      _ = machine.selected(again, now: at(2))
      #expect(told(machine.demand(.working, by: 2, now: at(3))) == [])
      let end = told(machine.renewalEnded(id, outcome, now: at(4)))
      #expect(end.contains("renew s1/1") && !end.contains { $0.hasPrefix("answer") })
      #expect(machine.selected.session == again)
    }
  }

  @Test("a caller whose credential was refused gets a newer one, or a renewal starts") func exceeding() {
    var machine = signedIn()
    _ = machine.demand(.renewedAfter(session()), by: 1, now: at(1))
    #expect(
      told(machine.renewalEnded(id, .success(.adopted(session())), now: at(2)))
        == ["ended", "started", "renew s1/1 at all events"])
    #expect(
      told(machine.renewalEnded(id, .success(.adopted(session("s1", 2))), now: at(3)))
        == ["ended", "answer 1: s1/2", "publish signedIn"])
    let waiter = RenewalFlight.Waiter(demand: .working, exceeding: 1)
    #expect(!waiter.isAnswered(by: session()) && waiter.isAnswered(by: session("s1", 2)))
    #expect(RenewalFlight.Waiter(demand: .working, exceeding: nil).isAnswered(by: session()))
  }

  @Test("a failure delays background renewals only, until the session ends or is renewed") func backoffs() {
    var machine = signedIn()
    _ = machine.demand(.renewed, by: 1, now: at(3481))
    _ = machine.renewalEnded(id, .failure(down), now: at(3481))
    #expect(machine.backoffs.count == 1)
    #expect(told(machine.demand(.working, by: 2, now: at(3495))) == ["answer 2: s1/1"])
    #expect(
      told(machine.demand(.working, by: 3, now: at(3496)))
        == ["answer 3: s1/1", "started", "renew s1/1 at all events"])
    _ = machine.renewalEnded(id, .success(.adopted(session("s1", 2))), now: at(3497))
    #expect(machine.backoffs.isEmpty)
    for reason in [SignOutReason.requested, .refused(.sessionRevoked)] {
      var machine = signedIn()
      _ = machine.demand(.renewedAfter(session("s2")), by: 1, now: at(1))
      _ = machine.renewalEnded(SessionID("s2"), .failure(down), now: at(1))
      _ = machine.demand(.renewed, by: 2, now: at(1))
      _ = machine.renewalEnded(id, .failure(down), now: at(1))
      #expect(machine.backoffs.count == 2)
      _ = machine.removed(session(), reason, now: at(2))
      #expect(machine.backoffs.keys.map(\.version.id) == [SessionID("s2")])
    }
  }

  // MARK: Time

  @Test("an expiry is announced beforehand, and not afterwards") func announcement() {
    for (seconds, isTold) in [(3539.0, false), (3540, true), (3599, true), (3600, false)] {
      var machine = signedIn(isRenewable: false)
      let commands = told(machine.demand(.working, by: 1, now: at(seconds)))
      #expect(commands.contains("expiring") == isTold, "at \(seconds)")
    }
  }

  @Test("an alarm that goes off too early is set again") func earlyAlarm() {
    var machine = signedIn()
    #expect(told(machine.watched(true, now: at(0))) == ["wake at 3480"])
    #expect(told(machine.woken(now: at(3000))) == ["wake at 3480"])
    #expect(told(machine.watched(true, now: at(3001))) == [])
  }

  @Test("an alarm that goes off after it was cancelled renews nothing") func unwantedAlarm() {
    var machine = signedIn()
    #expect(told(machine.woken(now: at(3500))) == [])
    var plain = signedIn(renewsAutomatically: false)
    _ = plain.watched(true, now: at(0))
    #expect(told(plain.woken(now: at(3500))) == ["wake at 3540"])
  }

  @Test("a new reader of the states gets the current state") func attached() {
    var machine = machine()
    #expect(told(machine.attached(now: at(0))) == ["publish loading"])
    machine = signedIn()
    #expect(told(machine.attached(now: at(0))) == ["publish signedIn"])
    #expect(told(machine.watched(false, now: at(0))) == [])
  }

  @Test("states are numbered in order") func revisions() {
    var machine = machine()
    var numbers: [UInt64] = []
    for commands in [
      machine.attached(now: at(0)), machine.selected(session(), now: at(0)),
      machine.removed(session(), .requested, now: at(0)),
    ] {
      for case .publish(_, let revision) in commands { numbers.append(revision) }
    }
    #expect(numbers.count == 3 && numbers == numbers.sorted() && Set(numbers).count == 3)
    #expect(numbers.first ?? 0 > 0, "0 means that a source has no state yet")
  }

  // MARK: The store

  private func reading(_ machine: inout SessionMachine) throws -> UInt64 { try epoch(machine.changed()) }

  private func loaded(
    _ machine: inout SessionMachine, _ session: Session?, lock: AuthError? = nil, _ epoch: UInt64
  ) -> [String] {
    told(machine.loaded(session, lock: lock, isRenewalUnfinished: false, epoch: epoch, now: at(1)))
  }

  @Test("the store is read once after a change, and callers wait for the read") func changed() throws {
    var machine = machine()
    #expect(told(machine.changed()) == [], "the store was not read yet")
    machine = signedIn()
    let first = try reading(&machine)
    #expect(machine.ready(at: at(1)) == nil)
    #expect(told(machine.demand(.working, by: 1, now: at(1))) == [])
    // The read in progress may return the state before the change.
    #expect(told(machine.changed()) == [])
    let again = machine.loaded(session(), lock: nil, isRenewalUnfinished: false, epoch: first, now: at(1))
    let second = try epoch(again)
    #expect(second != first)
    #expect(loaded(&machine, session("s1", 2), second) == ["answer 1: s1/2", "publish signedIn"])
    #expect(machine.ready(at: at(1)) == session("s1", 2))
    #expect(loaded(&machine, nil, second) == [], "no caller waits for the store")
    #expect(machine.selected.session == session("s1", 2))
  }

  @Test("a store that cannot be read does not change the session in memory") func loadFailed() throws {
    var machine = signedIn()
    let epoch = try reading(&machine)
    _ = machine.demand(.working, by: 1, now: at(1))
    #expect(told(machine.loadFailed(down, epoch: epoch, now: at(1))) == ["answer 1: s1/1"])
    #expect(told(machine.loadFailed(down, epoch: epoch, now: at(1))) == [])
    #expect(machine.ready(at: at(1)) == session())
    _ = try reading(&machine)
    var fresh = self.machine()
    let first = try self.epoch(fresh.demand(.working, by: 1, now: at(0)))
    #expect(told(fresh.loadFailed(down, epoch: first, now: at(0))) == ["answer 1: network"])
    #expect(!fresh.selected.isLoaded)
    _ = try self.epoch(fresh.demand(.working, by: 2, now: at(0)))
  }

  @Test("the stored form of the selected session is used if it is newer, or differs") func rereads()
    throws
  {
    var labelled = session("s1", 2)
    labelled.tags = ["colour": "green"]
    let table: [(Session?, AuthError?, isTaken: Bool, [String])] = [
      (session("s1", 3), nil, true, ["publish signedIn"]), (labelled, nil, true, ["publish signedIn"]),
      (labelled, lock, true, ["publish locked"]), (session("s1", 1), nil, false, []),
      (session("s1", 2), lock, false, []), (nil, nil, true, ["over s1", "publish signedOut"]),
      (session("s2"), nil, true, ["publish signedIn"]), (session("s2"), lock, true, ["publish locked"]),
    ]
    for (stored, lock, isTaken, expected) in table {
      var machine = machine()
      _ = machine.selected(session("s1", 2), now: at(0))
      let epoch = try reading(&machine)
      #expect(loaded(&machine, stored, lock: lock, epoch) == expected)
      #expect(machine.selected.session == (isTaken ? stored : session("s1", 2)))
    }
    var none = machine()
    let first = try epoch(none.demand(.stored, by: 1, now: at(0)))
    _ = loaded(&none, nil, first)
    let second = try reading(&none)
    #expect(loaded(&none, nil, second) == [])
  }

  @Test("the end of a session that the store no longer has is recorded once, unless the session came back")
  func endTold() throws {
    for comesBack in [nil, false, true] as [Bool?] {
      var machine = signedIn()
      _ = machine.demand(.renewed, by: 1, now: at(1))
      let epoch = try reading(&machine)
      #expect(loaded(&machine, nil, epoch) == ["over s1", "publish signedOut"])
      switch comesBack {
      case true?: _ = machine.selected(session(), now: at(1))
      case false?:
        let epoch = try reading(&machine)
        _ = loaded(&machine, session(), epoch)
      case nil: break
      }
      let end = told(machine.renewalEnded(id, .success(.refused(over, session())), now: at(2)))
      #expect(end.contains("over s1") == (comesBack != nil))
      #expect(end.contains("answer 1: session_revoked"))
    }
  }

  @Test("a caller that asked for the selected session is moved to the new selection, and no other caller is")
  func moves()
    throws
  {
    for isReread in [true, false] {
      var machine = signedIn()
      _ = machine.demand(.working, by: 1, now: at(3590))
      _ = machine.demand(.renewedAfter(session()), by: 2, now: at(3590))
      var other = session("s2")
      other.expiresAt = at(9000)
      var commands: [String]
      if isReread {
        let epoch = try reading(&machine)
        commands = told(
          machine.loaded(other, lock: nil, isRenewalUnfinished: false, epoch: epoch, now: at(3591)))
      } else {
        commands = told(machine.selected(other, now: at(3591)))
      }
      #expect(commands == ["answer 1: s2/1", "publish signedIn"])
      commands = told(machine.renewalEnded(id, .success(.adopted(session("s1", 2))), now: at(3592)))
      #expect(commands == ["ended", "answer 2: s1/2"])
      #expect(machine.selected.session == other)
    }
  }

  @Test("a caller that asked for the selected session receives an error if no user is signed in any more")
  func movesToNone() throws {
    var machine = signedIn()
    _ = machine.demand(.working, by: 1, now: at(3590))
    let epoch = try reading(&machine)
    #expect(
      told(machine.loaded(nil, lock: nil, isRenewalUnfinished: false, epoch: epoch, now: at(3591)))
        == ["over s1", "answer 1: none", "publish signedOut"])
  }

  @Test("a read that began before a sign-in, a sign-out or an end does not count") func epochs() throws {
    let changes: [(String, (inout SessionMachine) -> Void, SessionID?)] = [
      ("signed in", { _ = $0.selected(self.session("s2"), now: self.at(1)) }, SessionID("s2")),
      ("signed out", { _ = $0.removed(self.session(), .requested, now: self.at(1)) }, nil),
      ("deselected", { _ = $0.deselected(self.id, now: self.at(1)) }, nil),
      (
        "refused",
        {
          _ = $0.renewalEnded(self.id, .success(.refused(self.over, self.session())), now: self.at(1))
        }, nil
      ),
    ]
    for (name, change, selected) in changes {
      // The store is read again, whether a caller already waits or asks later.
      for isChanged in [true, false] {
        var machine = signedIn()
        _ = machine.demand(.renewedAfter(session()), by: 1, now: at(0))
        let before = try reading(&machine)
        change(&machine)
        if isChanged { _ = machine.changed() }
        let again = machine.loaded(session(), lock: nil, isRenewalUnfinished: false, epoch: before, now: at(2))
        #expect(machine.selected.session?.id == selected, "\(name)")
        #expect(!told(again).contains("publish signedIn"), "\(name)")
      }
    }
    var machine = signedIn()
    let before = try reading(&machine)
    _ = machine.selected(session("s2"), now: at(1))
    let after = try reading(&machine)
    #expect(after != before, "the read in progress began before the change")
    // Another process selected this session, and this process signs it out.
    machine = signedIn()
    let other = try reading(&machine)
    _ = machine.removed(session("s2"), .requested, now: at(1))
    _ = machine.loaded(session("s2"), lock: nil, isRenewalUnfinished: false, epoch: other, now: at(2))
    #expect(machine.selected.session == session())
  }

  @Test("a store that changes during a read is read again, as long as a caller waits") func outdated() throws {
    var machine = machine()
    let epoch = try epoch(machine.demand(.working, by: 1, now: at(0)))
    for _ in 0..<2 { #expect(told(machine.outdated(epoch: epoch)) == ["load"]) }
    #expect(loaded(&machine, session(), epoch) == ["answer 1: s1/1", "publish signedIn"])
    #expect(told(machine.outdated(epoch: epoch)) == [])
    #expect(told(machine.outdated(epoch: epoch + 1)) == [])
  }

  @Test("a session that is deselected does not end") func deselected() {
    var machine = signedIn()
    #expect(told(machine.deselected(SessionID("s2"), now: at(1))) == [])
    #expect(told(machine.deselected(id, now: at(1))) == ["publish signedOut"])
    #expect(machine.selected.reason == .deselected)
  }

  @Test("a sign-out discards the last stored session, and a newer one in memory") func removed() {
    var machine = signedIn()
    #expect(
      told(machine.removed(session(), .requested, now: at(1))) == ["discard s1/1", "over s1", "publish signedOut"])
    machine = self.machine()
    _ = machine.selected(session("s1", 2), now: at(0))
    #expect(
      told(machine.removed(session(), .requested, now: at(1)))
        == ["discard s1/1", "discard s1/2", "over s1", "publish signedOut"])
    machine = self.machine()
    _ = machine.selected(session("s2", 2), now: at(0))
    #expect(told(machine.removed(session(), .requested, now: at(1))) == ["discard s1/1"])
  }

  @Test("a renewal that is stored later is released, becomes current, or ends") func saved() {
    let (old, new) = (session(), session("s1", 2))
    let table: [(SessionRenewal.Outcome, [String])] = [
      (.renewed(new, from: old), ["replaced s1/1 by s1/2"]),
      (.superseded(session("s1", 3), unused: new), ["replaced s1/2 by s1/3", "publish signedIn"]),
      (.superseded(old, unused: new), ["revoke s1/2 beside s1/1", "publish signedIn"]),
      (.superseded(session("s2", 1), unused: session("s2", 2)), ["revoke s2/2 beside s2/1"]),
      (.dropped(new), ["revoke s1/2 beside none", "over s1", "publish signedOut"]),
      (.dropped(session("s2")), ["revoke s2/1 beside none"]), (.dropped(nil), []), (.adopted(new), []),
    ]
    for (outcome, expected) in table {
      var machine = machine()
      _ = machine.selected(new, now: at(0))
      #expect(told(machine.saved(outcome, now: at(1))) == expected)
    }
  }
}

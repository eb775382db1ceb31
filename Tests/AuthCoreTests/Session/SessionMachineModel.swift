import AuthTesting

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model of the surroundings of a session machine: a store, a server whose responses follow from the seed, callers
/// that ask and are cancelled, and another process. The model keeps its own records, and reports each law that a
/// command breaks.
struct SessionMachineModel {
  typealias Command = SessionMachine.Command
  typealias WaiterID = SessionMachine.WaiterID

  private(set) var machine: SessionMachine
  private(set) var broken: [String] = []
  private(set) var seen: [String: Int] = [:]
  private var random: SplitMix64
  private var now = Date(timeIntervalSince1970: 1_767_225_600)
  private let isRenewable: Bool

  // The model's own records.
  private var records: [SessionID: Session] = [:]
  private var stored: SessionID?
  private var known: SessionID?
  private var isLoaded = false
  /// The sessions that were read from the store, by epoch; the machine receives them later.
  private var loads: [UInt64: Session?] = [:]
  private var flights: [SessionID: Session] = [:]
  /// The outcomes of renewals, already in the store; the machine receives them later.
  private var outcomes: [SessionID: Result<SessionRenewal.Outcome, AuthError>] = [:]
  /// The credentials that this process received. It must release them when they are no longer stored.
  private var owned: [Session] = []
  /// The credentials that were never stored, and must be revoked at the server.
  private var unused: [Session] = []
  /// Renewals whose write to the store failed.
  private var unsaved: [SessionID: (new: Session, old: Session)] = [:]
  private var waiters: [WaiterID: (demand: SessionMachine.Demand, generation: UInt64?)] = [:]
  private var lastWaiter: WaiterID = 0
  private var lives: [SessionID: Int] = [:]
  private var ends: [SessionID: Int] = [:]
  /// The sessions that another process signed out. This process detects it at the next renewal.
  private var endedElsewhere: Set<SessionID> = []
  private var takenOver: Set<SessionID> = []
  private var refused: Set<SessionID> = []
  private var announced: Set<Session.Version> = []
  private var revision: UInt64 = 0
  private var isEnding = false
  private var state: SessionState = .loading
  private var isWatched = false
  private var alarm: Date?
  private var lastID = 0
  private var renewals = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    isRenewable = random.chance(9, in: 10)
    machine = SessionMachine(
      providerID: "fake", isRenewable: isRenewable, jitter: Double(random.below(100)) / 100)
    if random.chance(1, in: 2) {
      let session = newSession()
      records[session.id] = session
      stored = session.id
    }
  }

  /// Runs one random event.
  mutating func step() {
    switch random.below(24) {
    case 0...5: demand()
    case 6: cancel(waiters.keys.sorted().randomElement(using: &random))
    case 7...8: pass(Double(random.below(4000)))
    case 9: pass(Double(random.below(40)))
    case 10...13, 21: endRenewal()
    case 14: signIn()
    case 15: signOut()
    case 16, 22: actElsewhere()
    case 17: watch()
    case 18: finishLoading()
    case 19: reread()
    case 20: save()
    default: settle()
    }
    check(
      state == machine.selected.state(at: now, isRenewable: isRenewable) || !isTold, "the published state is stale")
  }

  /// Completes all pending work; after that, no caller may still be waiting.
  mutating func finish() {
    for _ in 0..<100 where !loads.isEmpty || !flights.isEmpty {
      finishLoading(succeeding: true)
      endRenewal(failing: false)
    }
    save()
    check(unused.isEmpty, "\(unused.count) credentials stay valid at the server")
    check(waiters.isEmpty, "\(waiters.count) callers were never answered")
    check(flights.isEmpty, "a renewal never ended")
    let left = owned.filter { records[$0.id] != $0 && !takenOver.contains($0.id) }
    check(left.isEmpty, "\(left.count) credentials were not released")
  }

  // MARK: Events

  private mutating func demand() {
    let caller = newWaiter()
    let demand: SessionMachine.Demand =
      switch random.below(8) {
      case 0: .stored
      case 1: .renewed
      case 2: known.flatMap { records[$0] }.map { .renewedAfter($0) } ?? .working
      default: .working
      }
    let generation: UInt64? =
      switch demand {
      case .renewedAfter(let session): session.generation
      case .renewed: isLoaded && !machine.isStale ? machine.selected.session?.generation : nil
      case .stored, .working: nil
      }
    waiters[caller] = (demand, generation)
    count("demand")
    apply(machine.demand(demand, by: caller, now: now))
  }

  private mutating func settle() {
    let caller = newWaiter()
    waiters[caller] = (.stored, nil)
    apply(machine.settle(caller))
  }

  private mutating func cancel(_ caller: WaiterID?) {
    guard let caller else { return }
    let others = waiters.count - 1
    let commands = machine.left(caller)
    check(commands.count == 1, "a cancelled caller is answered, and nothing else happens")
    apply(commands)
    check(waiters.count == others, "a cancellation affected another caller")
    count("cancelled")
  }

  private mutating func pass(_ seconds: Double) {
    now = now.addingTimeInterval(seconds)
    if let alarm, alarm <= now { apply(machine.woken(now: now)) }
    // A state can change merely because time passes. Such a change is published only at an alarm, which exists only for
    // watchers.
  }

  private mutating func signIn() {
    let other = records.keys.sorted { $0.rawValue < $1.rawValue }.randomElement(using: &random)
    let session: Session
    if random.chance(1, in: 3), let other, let record = records[other] {
      session = record
      count("switch")
    } else {
      session = own(newSession())
      records[session.id] = session
      count("sign in")
    }
    (stored, known, isLoaded) = (session.id, session.id, true)
    apply(machine.selected(session, now: now))
    // A caller that asked for the selected session and still waits must wait for the new one.
    for (id, flight) in machine.flights where id != session.id {
      check(
        !flight.waiters.values.contains { $0.demand == .working }, "a caller waits for a session that is not selected")
    }
  }

  private mutating func signOut() {
    guard let id = records.keys.sorted(by: { $0.rawValue < $1.rawValue }).randomElement(using: &random),
      let session = records.removeValue(forKey: id)
    else { return }
    if stored == id { stored = nil }
    if known == id { known = nil }
    count("sign out")
    // The sign-out has read the record either before or after a renewal was stored.
    var last = session
    if case .success(.renewed(_, let old)) = outcomes[id], random.chance(1, in: 2) {
      last = old
      count("sign out during a renewal")
    }
    apply(machine.removed(last, .requested, now: now))
  }

  private mutating func actElsewhere() {
    guard isRenewable, let id = records.keys.sorted(by: { $0.rawValue < $1.rawValue }).randomElement(using: &random),
      let session = records[id]
    else { return }
    // Another process releases the sessions that it replaces or ends.
    takenOver.insert(id)
    if random.chance(1, in: 4) {
      count("ended elsewhere")
      records[id] = nil
      if stored == id { stored = nil }
      endedElsewhere.insert(id)
    } else {
      records[id] = renewed(session)
    }
  }

  private mutating func watch() {
    isWatched.toggle()
    apply(machine.watched(isWatched, now: now))
    if let alarm, alarm <= now { apply(machine.woken(now: now)) }
  }

  private mutating func finishLoading(succeeding: Bool = false) {
    guard let epoch = loads.keys.sorted().randomElement(using: &random), let snapshot = loads.removeValue(forKey: epoch)
    else { return }
    let before = machine.selected.session
    if !succeeding, random.chance(1, in: 3) {
      count("load failed")
      apply(machine.loadFailed(AuthError(.storeLocked, "Later."), epoch: epoch, now: now))
      return check(machine.selected.session == before, "an unreadable store changed the selected session")
    }
    // A read counts if the machine waits for it, and the store has not changed since.
    let counts = machine.awaits(epoch: epoch)
    if counts {
      (known, isLoaded) = (snapshot?.id, true)
    }
    apply(machine.loaded(snapshot, lock: nil, isRenewalUnfinished: false, epoch: epoch, now: now))
    isLoaded = machine.selected.isLoaded
    guard counts else {
      return check(machine.selected.session == before, "an outdated read of the store was used")
    }
    check(machine.selected.session?.id == known, "the store was read, and another session is the selected one")
    check(
      (machine.selected.session?.generation ?? .max) >= (before?.id == known ? before?.generation ?? 0 : 0),
      "an older credential came back from the store")
  }

  /// The server responds and the store is written, or the machine receives the outcome.
  private mutating func endRenewal(failing: Bool = true) {
    let ids = flights.keys.sorted { $0.rawValue < $1.rawValue }
    guard let id = ids.randomElement(using: &random), let begun = flights[id] else { return }
    guard let outcome = outcomes.removeValue(forKey: id) else {
      outcomes[id] = outcome(for: id, begun, failing: failing)
      return
    }
    flights[id] = nil
    // Here the process detects that a session is gone, unless a user has signed in with the session since.
    switch outcome {
    case .success(.refused), .success(.dropped):
      if known == id, machine.flights[id]?.isOrphan == false { known = nil }
    default: break
    }
    let (before, ended) = (machine.selected.session?.id, ends)
    isEnding = true
    apply(machine.renewalEnded(id, outcome, now: now))
    isEnding = false
    if case .failure = outcome {
      check(ends == ended, "a failure ended a session")
      check(machine.selected.session?.id == before, "a failure changed the selected session")
    }
  }

  private mutating func outcome(
    for id: SessionID, _ begun: Session, failing: Bool
  ) -> Result<SessionRenewal.Outcome, AuthError> {
    let choice = random.below(10)
    if failing, choice < 3 {
      count("failure")
      let codes: [AuthError.Code] = [.network, .timeout, .serverError, .rateLimited, .malformedResponse, .cancelled]
      return .failure(AuthError(codes[random.below(codes.count)], "Not now.", retryAfter: .seconds(random.below(90))))
    }
    guard let record = records[id] else {
      count("dropped")
      return .success(.dropped(random.chance(1, in: 2) ? notStored(renewed(begun)) : nil))
    }
    if record.generation > begun.generation, choice < 8, record.expiresAt.map({ $0 > now }) ?? true {
      count("adopted")
      return .success(choice < 5 ? .adopted(record) : .superseded(record, unused: own(renewed(begun))))
    }
    if choice == 9 {
      count("refused")
      records[id] = nil
      if stored == id { stored = nil }
      refused.insert(id)
      return .success(.refused(AuthError(.sessionRevoked, "Over."), record))
    }
    if unsaved[id] != nil { return .failure(AuthError(.storeFull, "No room.")) }
    if choice == 7 || choice == 8 {
      count("unsaved")
      let new = own(renewed(record))
      unsaved[id] = (new, record)
      return .success(
        .unsaved(UnsavedRenewal(renewed: new, old: record), AuthError(.storeFull, "No room.")))
    }
    count("renewed")
    let new = own(renewed(record))
    records[id] = new
    return .success(.renewed(new, from: record))
  }

  /// Reads the store again, whether or not another process has changed it.
  private mutating func reread() {
    guard machine.selected.isLoaded else { return }
    count("reread")
    apply(machine.changed())
  }

  /// The store accepts the renewals that it refused before.
  private mutating func save() {
    for (id, pair) in unsaved.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where outcomes[id] == nil {
      unsaved[id] = nil
      guard let record = records[id] else {
        if known == id, machine.selected.session?.id == id { known = nil }
        unused.append(pair.new)
        apply(machine.saved(.dropped(pair.new), now: now))
        continue
      }
      if record == pair.old {
        records[id] = pair.new
        apply(machine.saved(.renewed(pair.new, from: pair.old), now: now))
      } else {
        if !pair.new.isSucceeded(by: record) { unused.append(pair.new) }
        apply(machine.saved(.superseded(record, unused: pair.new), now: now))
      }
      count("saved later")
    }
  }

  private mutating func notStored(_ session: Session) -> Session {
    unused.append(session)
    return own(session)
  }

  // MARK: Laws

  private mutating func apply(_ commands: [Command]) {
    for command in commands {
      switch command {
      case .load(let epoch):
        check(loads[epoch] == nil, "the store is read twice at once")
        loads[epoch] = .some(stored.flatMap { records[$0] })
      case .renew(let session, _):
        check(flights[session.id] == nil, "two renewals of one session")
        check(isRenewable, "a renewal of sessions that cannot be renewed")
        flights[session.id] = session
      case .answer(let callers, let answer): for caller in callers { answered(caller, answer) }
      case .publish(let value, let revision):
        check(revision > self.revision, "a state of an older revision")
        (self.revision, state) = (revision, value)
        check(value.session?.id == known || !isLoaded, "the state names another session than the selected one")
      case .record(let event): recorded(event)
      case .wake(let date):
        check(isWatched || date == nil, "an alarm without a watcher")
        alarm = date
      case .replaced(let old, let new):
        owned.removeAll { $0 == old }
        check(old.id == new.id && new.generation >= old.generation, "replaced by an older session")
        check(records[new.id] == nil || records[new.id] != old, "a session that is stored was replaced")
      case .discard(let session):
        owned.removeAll { $0 == session }
        check(records[session.id] != session, "a session that is stored was discarded")
      case .revoke(let session, let other):
        owned.removeAll { $0 == session }
        unused.removeAll { $0 == session }
        check(records[session.id] != session, "a session that is stored was revoked")
        check(
          (other?.generation ?? 0) < session.generation,
          "a credential of the stored session's sign-in was revoked")
      }
    }
  }

  private mutating func answered(_ caller: WaiterID, _ answer: Result<Session?, AuthError>) {
    guard let waiter = waiters.removeValue(forKey: caller) else { return check(false, "a caller was answered twice") }
    guard case .success(let session?) = answer else { return }
    // Sessions that ended in another process or at the server are allowed: this process detects the end at a renewal.
    let isEnded = records[session.id] == nil && !endedElsewhere.contains(session.id) && !refused.contains(session.id)
    check(!isEnded, "a session that was signed out was returned to a caller")
    if let generation = waiter.generation {
      check(session.generation > generation, "a refused credential was returned to a caller as renewed")
    }
    guard waiter.demand == .working else { return }
    check(session.id == known, "the session that a caller received is not the selected one")
    // A renewed credential can expire before the machine receives it.
    check(isEnding || session.expiresAt.map { $0 > now } ?? true, "an expired credential was returned to a caller")
  }

  private mutating func recorded(_ event: AuthEvent) {
    switch event {
    case .sessionEnded(_, let id, _):
      ends[id, default: 0] += 1
      check(ends[id, default: 0] <= lives[id, default: 0], "a session ended twice")
      check(records[id] == nil, "a session ended, but its record is stored")
    case .sessionExpiring(_, let id, let rest):
      let version = Session.Version(id: id, generation: machine.selected.session?.generation ?? 0)
      check(announced.insert(version).inserted, "an expiry was announced twice")
      check(rest > .zero && rest <= .seconds(60), "an expiry was announced at the wrong time")
    default: break
    }
  }

  private mutating func check(_ holds: Bool, _ law: String) {
    if !holds { broken.append(law) }
  }

  /// Whether the published state must be current. A state is published at each event. A change that is only due to time
  /// is published only to watchers, at an alarm.
  private var isTold: Bool { isWatched && (alarm.map { $0 > now } ?? true) }

  private mutating func count(_ event: String) { seen[event, default: 0] += 1 }

  private mutating func newWaiter() -> WaiterID {
    lastWaiter += 1
    return lastWaiter
  }

  private mutating func newSession() -> Session {
    lastID += 1
    let id = SessionID("s\(lastID)")
    lives[id] = 1
    return Session(
      id: id, providerID: "fake", tenant: "tenant", subject: "u\(lastID)", createdAt: now,
      expiresAt: random.chance(1, in: 8) ? nil : now.addingTimeInterval(Double(60 + random.below(3600))))
  }

  private mutating func own(_ session: Session) -> Session {
    owned.append(session)
    return session
  }

  private mutating func renewed(_ session: Session) -> Session {
    var next = session
    next.generation += 1
    renewals += 1
    next.displayName = "renewal \(renewals)"
    next.tokens.refresh = Secret("refresh-\(renewals)")
    next.createdAt = now
    next.expiresAt = now.addingTimeInterval(Double(60 + random.below(3600)))
    return next
  }
}

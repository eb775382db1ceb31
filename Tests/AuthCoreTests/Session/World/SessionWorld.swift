import AuthTesting

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A simulation of several processes with one store: accounts, tenants, fallbacks, claims and fences, sign-outs during
/// renewals, failing stores, and killed processes. Asynchronous work is a job, and jobs run in random order, one step
/// at a time.
///
/// The decisions are the engine's own values (`SessionMachine`, `RenewalDecision`, `SessionResolver`). The store and
/// the servers are models that keep their own records, and report each broken law.
struct SessionWorld {
  typealias Command = SessionMachine.Command

  /// The time limit of a renewal at the server, and the lifetime of a claim, in seconds.
  static let limit = 120.0
  static let lease = 150.0

  /// The lines of the trace; nil without a trace.
  var trace: [String]?
  var random: SplitMix64
  var now = Date(timeIntervalSince1970: 1_767_225_600)
  var store: WorldStore
  var server = WorldServer()
  var processes: [WorldProcess]
  var jobs: [WorldJob] = []
  private(set) var broken: [String] = []
  private(set) var seen: [String: Int] = [:]
  /// The number of events so far. A session that ended before a caller asked must not be returned to that caller.
  private(set) var time = 0
  private(set) var endedAt: [SessionID: Int] = [:]
  private(set) var selectedAt: [ProviderID: Int] = [:]
  /// Whether failures are off and every job runs to its end.
  private(set) var isEnding = false
  /// The tickets that callers have.
  var tickets: [FlowTicket: WorldTicket] = [:]
  private var lastSession = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    store = WorldStore(locksByKernel: random.chance(2, in: 3))
    processes = [
      WorldProcess([("a", "t1"), ("b", "t1")]), WorldProcess([("a", "t1"), ("b", "t1")]),
      WorldProcess([("b", "t2"), ("a", "t1")]),
    ]
  }

  /// Runs one random event.
  mutating func step() {
    time += 1
    let process = random.below(processes.count)
    switch random.below(42) {
    case 0...4: ask(process)
    case 5...6: askAccount(process)
    case 7: signIn(process)
    case 8: signOut(process)
    case 9: switchAccount(process)
    case 10: watch(process)
    case 11: cancelCaller(process)
    case 12: if random.chance(1, in: 4) { kill(process) }
    case 13: if random.chance(1, in: 3) { serverEnds() }
    case 14...15: pass(Double(random.below(60)))
    case 16: pass(Double(random.below(1500)))
    case 17...18: startFlow(process)
    case 19...21: answerFlow(process)
    case 22...23: suspendFlow(process)
    case 24...25: resumeFlow(process)
    case 26: abandonFlow(process)
    default: for _ in 0..<3 { work() }
    }
  }

  /// Completes all work, restarts the processes so that they empty the outbox, and checks that all processes and
  /// servers have the same state.
  mutating func finish() {
    isEnding = true
    drain()
    for process in processes.indices {
      kill(process)
      for engine in processes[process].engines.indices { demand(.working, process, engine) }
    }
    drain()
    // One engine renews while the others wait for its claim. The others must read the result.
    for _ in 0..<8 {
      let revision = store.revision
      for process in processes.indices {
        for engine in processes[process].engines.indices { demand(.working, process, engine) }
      }
      drain()
      if store.revision == revision { break }
    }
    // The next suspension of a flow removes the records of abandoned flows.
    now = now.addingTimeInterval(StoredFlow.lifetime)
    for provider in Set(processes.flatMap { $0.places.map(\.provider) }) { store.collectFlows(of: provider, now: now) }
    checkEnd()
  }

  private mutating func drain() {
    for _ in 0..<2000 where !jobs.isEmpty {
      time += 1
      work()
    }
    check(jobs.isEmpty, "the jobs never end")
  }

  // MARK: Events

  private mutating func ask(_ process: Int) {
    count("ask")
    demand(random.chance(1, in: 5) ? .renewed : .working, process, 0, then: [1])
  }

  private mutating func askAccount(_ process: Int) {
    guard let session = anySession(of: process), let engine = processes[process].engine(of: session) else { return }
    count("ask an account")
    let demand: SessionMachine.Demand =
      switch random.below(4) {
      case 0: .renewedAfter(session)
      case 1: .renewed
      default: .working
      }
    self.demand(demand, process, engine)
  }

  private mutating func signIn(_ process: Int) {
    let engine = random.below(2)
    count("sign in")
    jobs.append(WorldJob(process, engine, .adopt(newSession(processes[process].places[engine]))))
  }

  /// Returns a session that a server opens for a user.
  mutating func newSession(_ place: (provider: ProviderID, tenant: String)) -> Session {
    let (name, credential) = server.signIn(place.provider, place.tenant)
    lastSession += 1
    return Session(
      id: SessionID("s\(lastSession)"), providerID: place.provider, tenant: place.tenant,
      subject: "u\(random.below(3))", identifier: name, displayName: credential, createdAt: now,
      expiresAt: random.chance(1, in: 8) ? nil : now.addingTimeInterval(Double(60 + random.below(3600))))
  }

  private mutating func signOut(_ process: Int) {
    guard let session = anySession(of: process) else { return }
    let account = processes[process].engines.firstIndex { $0.account == session.id }
    let instance = processes[process].engines.firstIndex { $0.account == nil && $0.isOwn(session) }
    guard let engine = account ?? instance else { return }
    count("sign out")
    if store.notes[session.id] == session.generation { count("sign out during a renewal") }
    jobs.append(WorldJob(process, engine, .signOut(session)))
  }

  private mutating func switchAccount(_ process: Int) {
    guard let session = anySession(of: process),
      let engine = processes[process].engines.firstIndex(where: { $0.account == nil && $0.isOwn(session) })
    else { return }
    count("switch")
    jobs.append(WorldJob(process, engine, .select(session.id)))
  }

  private mutating func watch(_ process: Int) {
    let engine = random.below(processes[process].engines.count)
    processes[process][engine].isWatched.toggle()
    let isWatched = processes[process][engine].isWatched
    apply(processes[process][engine].machine.watched(isWatched, now: now), process, engine)
  }

  private mutating func cancelCaller(_ process: Int) {
    let engine = random.below(processes[process].engines.count)
    guard let caller = processes[process][engine].asks.keys.min() else { return }
    count("cancelled")
    apply(processes[process][engine].machine.left(caller), process, engine)
  }

  /// Kills a process at its current step.
  private mutating func kill(_ process: Int) {
    if !isEnding { count("killed") }
    for job in jobs where job.process == process {
      switch job.step {
      case .answered(let answer), .commit(let answer):
        if store.rotations[answer.new.id] != answer.new { server.lose(answerTo: answer.old) }
      // The session was not stored. The user sees that the sign-in failed.
      case .adopt(let session): server.report(session)
      // The revocation was neither noted nor sent. This happens only if the store fails and the process ends as well.
      case .tell(let session), .revokeUnused(let session):
        if store.revocations[session.version] == nil { server.report(session) }
      // The user sees that the flow ended with its process.
      default: abandon(job)
      }
    }
    for pair in processes[process].unsaved.values where store.rotations[pair.new.id] != pair.new {
      server.lose(answerTo: pair.old)
    }
    jobs.removeAll { $0.process == process }
    store.ended(process)
    processes[process].restart()
  }

  private mutating func serverEnds() {
    guard let session = anySession(of: nil) else { return }
    count("ended by the server")
    server.end(session)
  }

  private mutating func pass(_ seconds: Double) {
    now = now.addingTimeInterval(seconds)
    for process in processes.indices {
      for engine in processes[process].engines.indices {
        guard let alarm = processes[process][engine].alarm, alarm <= now else { continue }
        apply(processes[process][engine].machine.woken(now: now), process, engine)
      }
    }
  }

  private mutating func work() {
    guard !jobs.isEmpty else { return }
    let job = jobs.remove(at: random.below(jobs.count))
    note(job)
    perform(job)
  }

  // MARK: Callers

  /// Asks an engine like `ProviderSessions.ask`: a changed store is read first.
  mutating func demand(
    _ demand: SessionMachine.Demand, _ process: Int, _ engine: Int, then next: [Int] = [], start: Int? = nil
  ) {
    var ask = WorldProcess.Ask(demand: demand, next: next, start: start ?? time)
    for (id, pair) in processes[process].unsaved where !fails() { save(id, pair, process, engine) }
    guard processes[process].unsaved.isEmpty else {
      ask.hasRead = false
      return enter(ask, process, engine)
    }
    let state = processes[process][engine]
    if state.machine.selected.isLoaded, state.machine.loading == nil, state.revision != store.revision {
      apply(processes[process][engine].machine.changed(), process, engine)
    }
    enter(ask, process, engine)
  }

  mutating func enter(_ ask: WorldProcess.Ask, _ process: Int, _ engine: Int) {
    let caller = processes[process].newWaiter()
    processes[process][engine].asks[caller] = ask
    apply(processes[process][engine].machine.demand(ask.demand, by: caller, now: now), process, engine)
  }

  /// Stores the renewals that the store refused before.
  mutating func save(
    _ id: SessionID, _ pair: (new: Session, old: Session), _ process: Int, _ engine: Int
  ) {
    count("saved later")
    processes[process].unsaved[id] = nil
    let outcome = SessionRenewal.Outcome(store.commit(pair.new), storing: pair.new, from: pair.old)
    store.settle(outcome)
    apply(processes[process][engine].machine.saved(outcome, now: now), process, engine)
  }

  private mutating func answered(
    _ caller: SessionMachine.WaiterID, _ answer: Result<Session?, AuthError>, _ process: Int, _ engine: Int
  ) {
    guard let ask = processes[process][engine].asks.removeValue(forKey: caller) else {
      return check(false, "a caller was answered twice")
    }
    let asked = processes[process][engine]
    note("\(ask.demand) asked at \(ask.start) of \(process)/\(engine): \(answer)")
    switch answer {
    case .failure: return
    case .success(nil):
      let isStable = selectedAt[asked.provider, default: 0] < ask.start
      if ask.hasRead, isStable, asked.account == nil, let session = asked.read(store), !server.isOver(session) {
        check(false, "a caller received no session, although a user is signed in")
      }
      if let next = ask.next.first {
        demand(ask.demand, process, next, then: Array(ask.next.dropFirst()), start: ask.start)
      }
    case .success(let session?):
      check(asked.isOwn(session), "a session of another tenant was returned to a caller")
      check(asked.account.map { $0 == session.id } ?? true, "another account's session was returned to a caller")
      let isOver = endedAt[session.id].map { $0 < ask.start } ?? false
      check(!ask.hasRead || !isOver, "a session that was signed out before was returned to a caller")
      if case .renewedAfter(let refused) = ask.demand {
        check(session.generation > refused.generation, "a refused credential was returned to a caller as renewed")
      }
      count("answered")
    }
  }

  // MARK: Commands of the machines

  mutating func apply(_ commands: [Command], _ process: Int, _ engine: Int) {
    for command in commands {
      switch command {
      case .load(let epoch):
        let isTwice = jobs.contains { job in
          guard job.process == process, job.engine == engine else { return false }
          return switch job.step {
          case .load(epoch): true
          case .loaded(let found, _): found.epoch == epoch
          default: false
          }
        }
        check(!isTwice, "the store is read twice at once")
        jobs.append(WorldJob(process, engine, .load(epoch: epoch)))
      case .renew(let session, let isForced):
        check(processes[process][engine].flights.insert(session.id).inserted, "two renewals of one session")
        check(processes[process][engine].isOwn(session), "a session of another tenant is renewed")
        let renewal = WorldJob.Renewal(known: session, isForced: isForced)
        jobs.append(WorldJob(process, engine, .claim(renewal)))
      case .answer(let callers, let answer):
        for caller in callers { answered(caller, answer, process, engine) }
      case .publish(let state, let revision):
        check(revision > processes[process][engine].stateRevision, "a state of an older revision")
        processes[process][engine].stateRevision = revision
        processes[process][engine].state = state
      case .record: break
      case .wake(let date): processes[process][engine].alarm = date
      case .replaced(let old, let new):
        check(old.identifier == new.identifier && new.generation >= old.generation, "replaced by an older session")
        check(store.records[old.id] != old || old == new, "a session that is stored was replaced")
      case .discard(let session):
        check(store.records[session.id] != session, "the credential of a stored session was discarded")
      case .revoke(let session, _): jobs.append(WorldJob(process, engine, .revokeUnused(session)))
      }
    }
  }

  // MARK: Records

  mutating func check(_ holds: Bool, _ law: String) {
    guard !holds else { return }
    broken.append(law)
    note("broken: \(law)")
  }

  mutating func count(_ event: String) { seen[event, default: 0] += 1 }

  /// Returns whether the current step fails.
  mutating func fails() -> Bool { !isEnding && random.chance(1, in: 6) }

  mutating func noteEnd(of id: SessionID, _ provider: ProviderID) {
    endedAt[id] = endedAt[id] ?? time
    noteSelection(of: provider)
  }

  mutating func noteSelection(of provider: ProviderID) { selectedAt[provider] = time }

  /// Returns a random stored session, of any process or of one of a process' places.
  private mutating func anySession(of process: Int?) -> Session? {
    let sessions = store.records.values.sorted { $0.id.rawValue < $1.id.rawValue }.filter { session in
      process.map { processes[$0].places.contains { $0 == (session.providerID, session.tenant) } } ?? true
    }
    return sessions.isEmpty ? nil : sessions[random.below(sessions.count)]
  }

  private mutating func checkEnd() {
    check(store.rotations.isEmpty, "a renewed session was never stored")
    check(store.revocations.isEmpty, "a revocation was never sent")
    check(store.flows.isEmpty, "the record of an abandoned flow is never removed")
    for process in processes {
      for engine in process.engines {
        check(engine.asks.isEmpty, "a caller was never answered")
        check(engine.machine.selected.session == engine.read(store), "an engine and the store have different sessions")
      }
      let (owner, _) = process.resolver.resolve { id in
        process.engines.first { $0.provider == id && $0.account == nil }?.state ?? .loading
      }
      let first = process.engines.prefix(2).first { $0.read(store) != nil }?.provider
      check(owner == first, "the resolved session is not the one of the first provider with a session")
    }
    let stored = Dictionary(
      store.records.values.compactMap { session in session.identifier.map { ($0, session) } },
      uniquingKeysWith: { first, _ in first })
    for (name, signIn) in server.signIns where !signIn.isEnded {
      if let session = stored[name] {
        check(!signIn.isRevoked, "a stored session was revoked")
        let works = session.displayName == signIn.live || (session.displayName == signIn.spent && signIn.isLost)
        check(works, "the only valid credential was lost")
      } else {
        check(signIn.isRevoked || signIn.isReported, "a credential stays valid at the server")
      }
    }
  }
}

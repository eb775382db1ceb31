#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The session engine of one provider instance as a pure value: what happened goes in, what is to be done comes out.
///
/// It holds the laws: one renewal of a session however many wait for it; a waiter leaves alone; an answer that comes
/// after a sign-out or a switch changes nothing; only a refusal ends a session, once; an error is not remembered.
/// `ProviderSessions` performs the commands.
struct SessionMachine: Sendable {
  typealias WaiterID = UInt64

  let providerID: ProviderID
  /// Whether sessions can be renewed when somebody asks for it.
  let isRenewable: Bool
  /// Whether a session is renewed when its time comes; asked only where it can be.
  let renewsAutomatically: @Sendable (Session) -> Bool
  let policy: RefreshPolicy
  let jitter: Double
  private(set) var selected = SelectedSession() { didSet { assess() } }
  private(set) var flights: [SessionID: RenewalFlight] = [:]
  private var loading: [WaiterID: Demand]?
  private var settling: Set<WaiterID> = []
  private var backoff = RenewalBackoff()
  private var announced: Session.Version? { didSet { assess() } }
  /// What most calls come for, known beforehand; `ready` has the last word.
  private var readiness: SessionReadiness?
  /// Grows with every sign-in, switch and sign-out: what the store said before does not count after.
  private var epoch: UInt64 = 0
  private var published: SessionState?
  private var revision: UInt64 = 0
  private var isWatched = false
  /// When `woken` is due.
  private(set) var alarm: Date?

  init(
    providerID: ProviderID, isRenewable: Bool, policy: RefreshPolicy = RefreshPolicy(), jitter: Double,
    renewsAutomatically: @escaping @Sendable (Session) -> Bool = { _ in true }
  ) {
    self.providerID = providerID
    self.isRenewable = isRenewable
    self.renewsAutomatically = renewsAutomatically
    self.policy = policy
    self.jitter = jitter
  }

  /// The selected session, where it works and nothing is due: what most calls come for.
  func ready(at now: Date) -> Session? {
    if let readiness, now < readiness.end { return readiness.session }
    guard let session = selected.session, selected.lock == nil, !isAnnouncementDue(session, now) else { return nil }
    return decision(session, now) == .use ? session : nil
  }

  // MARK: Callers

  /// A caller wants something.
  mutating func demand(_ demand: Demand, by waiter: WaiterID, now: Date) -> [Command] {
    guard selected.isLoaded else {
      let isUnderWay = loading != nil
      loading = loading ?? [:]
      loading?[waiter] = demand
      return isUnderWay ? [] : [.load(epoch: epoch)]
    }
    let commands = serve(demand, waiter, now)
    // Joining changes nothing that anybody sees, and there may be ten thousand who join.
    return commands.isEmpty ? [] : commands + aftermath(now)
  }

  /// A caller wants to know when no renewal is under way.
  mutating func settle(_ waiter: WaiterID) -> [Command] {
    if flights.isEmpty { return [.answer(waiter, .success(nil))] }
    settling.insert(waiter)
    return []
  }

  /// A caller gave up: it leaves alone, and what was begun goes on.
  mutating func left(_ waiter: WaiterID) -> [Command] {
    var wasWaiting = settling.remove(waiter) != nil
    if loading?.removeValue(forKey: waiter) != nil { wasWaiting = true }
    for id in Array(flights.keys) where flights[id]?.waiters.removeValue(forKey: waiter) != nil { wasWaiting = true }
    return wasWaiting ? [.answer(waiter, .failure(.cancelled))] : []
  }

  // MARK: The store

  /// The store was read.
  ///
  /// - Parameters:
  ///   - lock: why the key of `session` cannot be reached, where it cannot.
  ///   - isRenewalUnfinished: whether somebody began to renew `session` and was cut off.
  mutating func loaded(
    _ session: Session?, lock: AuthError?, isRenewalUnfinished: Bool = false, epoch: UInt64, now: Date
  ) -> [Command] {
    // What was signed out while the store was being read must not come back.
    if epoch != self.epoch, !selected.isLoaded { return [.load(epoch: self.epoch)] }
    selected.loaded(session, lock: lock, isRenewalUnfinished: isRenewalUnfinished)
    return serveLoading(now) + aftermath(now)
  }

  /// The store could not be read. The next caller tries again.
  mutating func loadFailed(_ error: AuthError) -> [Command] {
    let waiters = loading ?? [:]
    loading = nil
    return waiters.keys.map { .answer($0, .failure(error)) }
  }

  /// A session was stored and selected: a sign-in was completed, or another one chosen.
  mutating func selected(_ session: Session, lock: AuthError? = nil, now: Date) -> [Command] {
    epoch += 1
    selected.selected(session, lock: lock)
    backoff.reset()
    var commands = serveLoading(now)
    // Whoever asked for "the" session gets the one that is selected now, not a late answer for the one before.
    for id in Array(flights.keys) where id != session.id {
      let moved = flights[id]?.waiters.filter { $0.value.demand == .working } ?? [:]
      for (waiter, waiting) in moved {
        flights[id]?.waiters[waiter] = nil
        commands += serve(waiting.demand, waiter, now)
      }
    }
    return commands + aftermath(now)
  }

  /// A session was deleted from the store on somebody's wish.
  mutating func removed(_ session: Session, _ reason: SignOutReason, now: Date) -> [Command] {
    epoch += 1
    var commands = [Command.discard(session)]
    if let known = selected.session, known.id == session.id, known.generation > session.generation {
      commands.append(.discard(known))
    }
    commands += end(session.id, reason)
    let waiters = flights[session.id]?.waiters.keys.map { $0 } ?? []
    flights[session.id]?.isOrphan = true
    flights[session.id]?.waiters = [:]
    commands += waiters.map { .answer($0, .failure(notSignedIn)) }
    return commands + aftermath(now)
  }

  /// The key of a session was looked for again. Dropped when another session is selected by now.
  mutating func relocked(_ lock: AuthError?, of id: SessionID, now: Date) -> [Command] {
    guard selected.session?.id == id else { return [] }
    selected.relocked(lock)
    return aftermath(now)
  }

  // MARK: Renewals

  /// A renewal came to its end.
  mutating func renewalEnded(
    _ id: SessionID, _ outcome: Result<SessionRenewal.Outcome, AuthError>, now: Date
  ) -> [Command] {
    guard let flight = flights.removeValue(forKey: id) else { return [] }
    let ending = RenewalEnding(outcome)
    var commands = [Command.record(.refreshEnded(provider: providerID, session: id, error: ending.error))]
    switch outcome {
    case .success(.renewed(let new, let old)):
      commands.append(.replaced(old, by: new))
      if flight.isOrphan { commands.append(.discard(new)) }
    case .success(.refused(let error, let old)):
      commands.append(.discard(old))
      if !flight.isOrphan { commands += end(id, .refused(error.code), isCertain: true) }
    case .success(.dropped(let unused)):
      if let unused { commands.append(.discard(unused)) }
      if !flight.isOrphan { commands += end(id, .requested) }
    case .success(.superseded(_, let unused)): commands.append(.discard(unused))
    case .success(.adopted): break
    case .failure(let error): backoff.failed(with: error, now: now, jitter: jitter)
    }
    if let session = ending.session, !flight.isOrphan {
      selected.renewed(session)
      backoff.reset()
    }
    commands.reserveCapacity(commands.count + flight.waiters.count)
    for (waiter, waiting) in flight.waiters {
      if let session = ending.session, !flight.isOrphan, waiting.isAnswered(by: session) {
        commands.append(.answer(waiter, .success(session)))
      } else {
        commands += answer(waiter, waiting, with: ending, isOrphan: flight.isOrphan, now)
      }
    }
    return commands + aftermath(now)
  }

  // MARK: Time

  /// Somebody began to watch the states, or nobody does any more: the engine keeps time only for those who watch.
  mutating func watched(_ isWatched: Bool, now: Date) -> [Command] {
    self.isWatched = isWatched
    return aftermath(now)
  }

  /// Somebody new listens to the states.
  mutating func attached(now: Date) -> [Command] {
    published = nil
    return aftermath(now)
  }

  /// The time came that `wake` named.
  mutating func woken(now: Date) -> [Command] {
    alarm = nil
    guard isWatched, let session = selected.session, selected.lock == nil,
      let due = policy.refreshTime(of: session, jitter: jitter), due <= now
    else { return aftermath(now) }
    return renewBeside(session, now) + aftermath(now)
  }

  // MARK: Decisions

  private mutating func serveLoading(_ now: Date) -> [Command] {
    let waiters = loading ?? [:]
    loading = nil
    return waiters.flatMap { serve($0.value, $0.key, now) }
  }

  private mutating func serve(_ demand: Demand, _ waiter: WaiterID, _ now: Date) -> [Command] {
    if case .renewedAfter(let refused) = demand {
      let known = selected.session.flatMap { $0.id == refused.id ? $0 : nil } ?? refused
      if known.generation > refused.generation { return [.answer(waiter, .success(known))] }
      return join(known, waiter, demand, exceeding: refused.generation, isForced: true)
    }
    guard let session = selected.session else {
      return [.answer(waiter, demand == .renewed ? .failure(notSignedIn) : .success(nil))]
    }
    if demand == .stored { return [.answer(waiter, .success(session))] }
    if let lock = selected.lock { return [.answer(waiter, .failure(lock))] }
    if demand == .renewed {
      return join(session, waiter, demand, exceeding: session.generation, isForced: true)
    }
    switch decision(session, now) {
    case .use: return [.answer(waiter, .success(session))]
    case .useAndRefresh: return [.answer(waiter, .success(session))] + renewBeside(session, now)
    case .refresh: return join(session, waiter, demand, exceeding: nil, isForced: false)
    }
  }

  /// What to do with the selected session. One whose renewal was cut off works, and is renewed beside: as long as the
  /// server remembers what it answered, nothing is lost.
  private func decision(_ session: Session, _ now: Date) -> RefreshPolicy.Decision {
    let isRenewable = renewsItself(session)
    let decision = policy.decide(session, now: now, jitter: jitter, isRenewable: isRenewable)
    return decision == .use && isRenewable && selected.isRenewalUnfinished ? .useAndRefresh : decision
  }

  private mutating func join(
    _ session: Session, _ waiter: WaiterID, _ demand: Demand, exceeding generation: UInt64?, isForced: Bool
  ) -> [Command] {
    guard isForced ? isRenewable : renewsItself(session) else {
      return [.answer(waiter, .failure(reauthenticationRequired))]
    }
    let begun = begin(session, isForced: isForced)
    flights[session.id]?.waiters[waiter] = RenewalFlight.Waiter(demand: demand, exceeding: generation)
    return begun
  }

  /// Renews without anybody waiting for it, unless the server is to be left alone for a while.
  private mutating func renewBeside(_ session: Session, _ now: Date) -> [Command] {
    guard renewsItself(session), backoff.permits(at: now) else { return [] }
    return begin(session, isForced: true)
  }

  private mutating func begin(_ session: Session, isForced: Bool) -> [Command] {
    guard flights[session.id] == nil else { return [] }
    flights[session.id] = RenewalFlight(session: session)
    return [
      .record(.refreshStarted(provider: providerID, session: session.id)), .renew(session, isForced: isForced),
    ]
  }

  private mutating func answer(
    _ waiter: WaiterID, _ waiting: RenewalFlight.Waiter, with ending: RenewalEnding, isOrphan: Bool, _ now: Date
  ) -> [Command] {
    // Signed out and in again under the same identity meanwhile: this renewal says nothing about the new session.
    if isOrphan { return serve(waiting.demand, waiter, now) }
    if let session = ending.session {
      // What another process had stored is what this caller's server refused: renew that.
      return join(session, waiter, waiting.demand, exceeding: waiting.exceeding, isForced: true)
    }
    return [.answer(waiter, .failure(ending.error ?? notSignedIn))]
  }

  /// - Parameter isCertain: the record is gone for sure, so that its end is told even where it was not selected.
  private mutating func end(_ id: SessionID, _ reason: SignOutReason, isCertain: Bool = false) -> [Command] {
    let isNews = selected.ended(id, reason)
    guard isNews || isCertain else { return [] }
    return [.record(.sessionEnded(provider: providerID, session: id, reason: reason))]
  }

  /// What follows from every event: the state is told, the end of a credential announced, the alarm set.
  private mutating func aftermath(_ now: Date) -> [Command] {
    var commands: [Command] = []
    if flights.isEmpty {
      commands += settling.map { .answer($0, .success(nil)) }
      settling = []
    }
    let state = selected.state(at: now, isRenewable: selected.session.map(renewsItself) ?? isRenewable)
    if state != published {
      published = state
      revision += 1
      commands.append(.publish(state, revision: revision))
    }
    commands += announcement(now)
    let next = isWatched ? nextAlarm(after: now) : nil
    if next != alarm {
      alarm = next
      commands.append(.wake(at: next))
    }
    return commands
  }

  private mutating func announcement(_ now: Date) -> [Command] {
    guard let session = selected.session, let expiresAt = session.expiresAt, isAnnouncementDue(session, now) else {
      return []
    }
    announced = session.version
    let left = Duration(fractionalSeconds: expiresAt.timeIntervalSince(now))
    return [.record(.sessionExpiring(provider: providerID, session: session.id, in: left))]
  }

  private mutating func assess() {
    readiness = nil
    guard let session = selected.session, selected.lock == nil, !selected.isRenewalUnfinished else { return }
    let warning = announced == session.version ? nil : policy.warningTime(of: session)
    readiness = SessionReadiness(session, end: policy.idleTime(of: session, jitter: jitter), warning: warning)
  }

  private func renewsItself(_ session: Session) -> Bool { isRenewable && renewsAutomatically(session) }

  private func isAnnouncementDue(_ session: Session, _ now: Date) -> Bool {
    guard let expiresAt = session.expiresAt, expiresAt > now, let time = policy.warningTime(of: session) else {
      return false
    }
    return time <= now && announced != session.version
  }

  private func nextAlarm(after now: Date) -> Date? {
    guard let session = selected.session, selected.lock == nil, let expiresAt = session.expiresAt else { return nil }
    var times = [expiresAt]
    if announced != session.version, let warning = policy.warningTime(of: session) { times.append(warning) }
    times.removeAll { $0 <= now }
    if renewsItself(session), flights[session.id] == nil, let refresh = policy.refreshTime(of: session, jitter: jitter)
    {
      times.append(max(refresh, backoff.notBefore ?? refresh, now))
    }
    return times.min()
  }

  private var notSignedIn: AuthError {
    AuthError(.notSignedIn, "Nobody is signed in with '\(providerID)'.", provider: providerID)
  }

  private var reauthenticationRequired: AuthError {
    AuthError(
      .reauthenticationRequired, "The session cannot be renewed without its user; sign in again.", recovery: .signIn,
      provider: providerID)
  }
}

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
  /// Whether sessions can be renewed on request.
  let isRenewable: Bool
  /// Whether a session is renewed when its time comes; asked only where it can be.
  let renewsAutomatically: @Sendable (Session) -> Bool
  let policy: RefreshPolicy
  let jitter: Double
  var selected = SelectedSession() { didSet { assess() } }
  var flights: [SessionID: RenewalFlight] = [:]
  /// The callers that wait for the store to be read; nil while it is not being read.
  var loading: [WaiterID: Demand]?
  /// The epoch in which the store is being read.
  var reading: UInt64?
  /// Whether the store was changed since it was read: callers wait until it was read again.
  var isStale = false { didSet { assess() } }
  private var settling: Set<WaiterID> = []
  /// What failed, by the credential that was to be renewed: one account's server says nothing about another's.
  var backoffs: [RenewalBackoff.Credential: RenewalBackoff] = [:]
  private var announced: Session.Version? { didSet { assess() } }
  /// What most calls come for, known beforehand; `ready` has the last word.
  private var readiness: SessionReadiness?
  /// Grows with every sign-in, switch and sign-out: what the store said before does not count after.
  var epoch: UInt64 = 0
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
    guard !isStale, let session = selected.session, selected.lock == nil, !isAnnouncementDue(session, now) else {
      return nil
    }
    return decision(session, now) == .use ? session : nil
  }

  // MARK: Callers

  /// A caller wants something.
  mutating func demand(_ demand: Demand, by waiter: WaiterID, now: Date) -> [Command] {
    guard selected.isLoaded, !isStale else {
      loading = loading ?? [:]
      loading?[waiter] = demand
      return read()
    }
    let commands = serve(demand, waiter, now)
    // Joining changes no visible state, and ten thousand callers may join.
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

  // MARK: Time

  /// The first watcher began, or the last one stopped. The engine keeps time only while the states are watched.
  mutating func watched(_ isWatched: Bool, now: Date) -> [Command] {
    self.isWatched = isWatched
    return aftermath(now)
  }

  /// A new listener reads the states.
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

  mutating func serveLoading(_ now: Date) -> [Command] {
    let waiters = loading ?? [:]
    loading = nil
    isStale = false
    return waiters.flatMap { serve($0.value, $0.key, now) }
  }

  mutating func serve(_ demand: Demand, _ waiter: WaiterID, _ now: Date) -> [Command] {
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

  /// - Parameter isCertain: the record is gone for sure, so that its end is told even where it was not selected.
  mutating func end(_ id: SessionID, _ reason: SignOutReason, isCertain: Bool = false) -> [Command] {
    forgetBackoffs(of: id)
    let isNews = selected.ended(id, reason)
    guard isNews || isCertain else { return [] }
    // What is being read of the store may still have it.
    epoch += 1
    return [.record(.sessionEnded(provider: providerID, session: id, reason: reason))]
  }

  /// What follows from every event: the state is told, the end of a credential announced, the alarm set.
  mutating func aftermath(_ now: Date) -> [Command] {
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
    guard !isStale, let session = selected.session, selected.lock == nil, !selected.isRenewalUnfinished else { return }
    let warning = announced == session.version ? nil : policy.warningTime(of: session)
    readiness = SessionReadiness(session, end: policy.idleTime(of: session, jitter: jitter), warning: warning)
  }

  mutating func forgetBackoffs(of id: SessionID) {
    for credential in backoffs.keys where credential.version.id == id { backoffs[credential] = nil }
  }

  func renewsItself(_ session: Session) -> Bool { isRenewable && renewsAutomatically(session) }

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
      times.append(max(refresh, backoffs[RenewalBackoff.Credential(session)]?.notBefore ?? refresh, now))
    }
    return times.min()
  }

  var notSignedIn: AuthError {
    AuthError(.notSignedIn, "No user is signed in with '\(providerID)'.", provider: providerID)
  }

  var reauthenticationRequired: AuthError {
    AuthError(
      .reauthenticationRequired, "The session cannot be renewed without its user; sign in again.", recovery: .signIn,
      provider: providerID)
  }
}

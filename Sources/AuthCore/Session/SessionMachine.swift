#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The session engine of one provider instance as a pure value: it takes events and returns commands.
///
/// Its rules: a session has one renewal at a time, shared by all waiters. A cancelled waiter does not affect the
/// others. A response that arrives after a sign-out or a switch does not change the selected session. A renewal ends a
/// session only if the server, or the app's own identity system, refuses it, or if the session is no longer stored. The
/// end of a session is reported once. Errors are not kept for later callers, except `renewal_lost` (`RefreshBackoff`).
/// `ProviderSessions` performs the commands.
struct SessionMachine: Sendable {
  typealias WaiterID = UInt64

  let providerID: ProviderID
  /// Whether sessions can be renewed on request.
  let isRenewable: Bool
  /// Whether the engine renews a session without a request for a renewal. Used only if sessions can be renewed.
  let renewsAutomatically: @Sendable (Session) -> Bool
  let policy: RefreshPolicy
  let jitter: Double
  var selected = SelectedSession() { didSet { assess() } }
  var flights: [SessionID: RenewalFlight] = [:]
  /// The callers that wait for the result of a read, if any; nil when no result is expected.
  var loading: [WaiterID: Demand]?
  /// The epoch at the start of the read that is under way; nil if no read is under way.
  var reading: UInt64?
  /// Whether the store may have changed since the last read. Callers then wait for the next read.
  var isStale = false { didSet { assess() } }
  private var settling: Set<WaiterID> = []
  /// The pauses after failed renewals, by credential: a failure for one account does not affect another.
  var backoffs: [RefreshBackoff.Credential: RefreshBackoff] = [:]
  private var announced: Session.Version? { didSet { assess() } }
  /// The session that most callers receive, computed in advance; `ready` makes the final check.
  private var readiness: SessionReadiness?
  /// Grows with every sign-in, switch, sign-out, and other end of a session, and with every change of the store during
  /// a read. Results of reads that began in an earlier epoch are ignored.
  var epoch: UInt64 = 0
  private var published: SessionState?
  private var revision: UInt64 = 0
  private var isWatched = false
  /// When `woken` is to be called; nil if no timer is needed.
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

  /// The selected session, if it is valid and nothing is due. Most callers receive this session.
  func ready(at now: Date) -> Session? {
    if let readiness, now < readiness.end { return readiness.session }
    guard !isStale, let session = selected.session, selected.lock == nil, !isAnnouncementDue(session, now) else {
      return nil
    }
    return decision(session, now) == .use ? session : nil
  }

  // MARK: Callers

  /// A caller makes a request.
  mutating func demand(_ demand: Demand, by waiter: WaiterID, now: Date) -> [Command] {
    guard selected.isLoaded, !isStale else {
      loading = loading ?? [:]
      loading?[waiter] = demand
      return read()
    }
    let commands = serve(demand, waiter, now)
    // A caller that joins a renewal does not change the state. Ten thousand callers may join, so `aftermath` is
    // skipped.
    return commands.isEmpty ? [] : commands + aftermath(now)
  }

  /// A caller waits until no renewal is under way.
  mutating func settle(_ waiter: WaiterID) -> [Command] {
    if flights.isEmpty { return [.answer([waiter], .success(nil))] }
    settling.insert(waiter)
    return []
  }

  /// A caller was cancelled. The other callers still wait, and the work that was started continues.
  mutating func left(_ waiter: WaiterID) -> [Command] {
    var wasWaiting = settling.remove(waiter) != nil
    if loading?.removeValue(forKey: waiter) != nil { wasWaiting = true }
    for id in Array(flights.keys) where flights[id]?.waiters.removeValue(forKey: waiter) != nil { wasWaiting = true }
    return wasWaiting ? [.answer([waiter], .failure(.cancelled))] : []
  }

  // MARK: Time

  /// The first reader of the states started, or the last one stopped. The engine runs timers only while the states have
  /// a reader.
  mutating func watched(_ isWatched: Bool, now: Date) -> [Command] {
    self.isWatched = isWatched
    return aftermath(now)
  }

  /// The engine began to publish its states, so it publishes the current state even if it has not changed.
  mutating func attached(now: Date) -> [Command] {
    published = nil
    return aftermath(now)
  }

  /// The time of the last `wake` has come.
  mutating func woken(now: Date) -> [Command] {
    alarm = nil
    guard isWatched, let session = selected.session, selected.lock == nil,
      let due = policy.refreshTime(of: session, jitter: jitter), due <= now
    else { return aftermath(now) }
    return renewInBackground(session, now) + aftermath(now)
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
      if known.generation > refused.generation { return [.answer([waiter], .success(known))] }
      return join(known, waiter, demand, exceeding: refused.generation, isForced: true, now)
    }
    guard let session = selected.session else {
      return [.answer([waiter], demand == .renewed ? .failure(notSignedIn) : .success(nil))]
    }
    if demand == .stored { return [.answer([waiter], .success(session))] }
    if let lock = selected.lock { return [.answer([waiter], .failure(lock))] }
    if demand == .renewed {
      return join(session, waiter, demand, exceeding: session.generation, isForced: true, now)
    }
    switch decision(session, now) {
    case .use: return [.answer([waiter], .success(session))]
    case .useAndRefresh: return [.answer([waiter], .success(session))] + renewInBackground(session, now)
    case .refresh: return join(session, waiter, demand, exceeding: nil, isForced: false, now)
    }
  }

  /// Decides what to do with the selected session. If the session's renewal was interrupted, the session is used and
  /// renewed in the background: while the server still returns the same response for the used credential, the renewed
  /// credential is not lost.
  private func decision(_ session: Session, _ now: Date) -> RefreshPolicy.Decision {
    let isRenewable = renewsItself(session)
    let decision = policy.decide(session, now: now, jitter: jitter, isRenewable: isRenewable)
    return decision == .use && isRenewable && selected.isRenewalUnfinished ? .useAndRefresh : decision
  }

  /// A session ended.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - reason: why it ended.
  ///   - isCertain: whether the record certainly no longer exists. If so, the end of the session is reported even if
  ///     the session was not selected.
  mutating func end(_ id: SessionID, _ reason: SignOutReason, isCertain: Bool = false) -> [Command] {
    forgetBackoffs(of: id)
    let isNews = selected.ended(id, reason)
    guard isNews || isCertain else { return [] }
    // A read that is under way may still return the session.
    epoch += 1
    return [.record(.sessionEnded(provider: providerID, session: id, reason: reason))]
  }

  /// Runs at the end of events that can change the state: answers the callers of `settle` when no renewal is under way,
  /// publishes the state, announces the expiry of a credential, and sets the alarm.
  mutating func aftermath(_ now: Date) -> [Command] {
    var commands: [Command] = []
    if flights.isEmpty {
      if !settling.isEmpty { commands.append(.answer(Array(settling), .success(nil))) }
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
      times.append(max(refresh, backoffs[RefreshBackoff.Credential(session)]?.notBefore ?? refresh, now))
    }
    return times.min()
  }

  var notSignedIn: AuthError {
    AuthError(.notSignedIn, "No user is signed in with '\(providerID)'. Sign in first.", provider: providerID)
  }

  var reauthenticationRequired: AuthError {
    AuthError(
      .reauthenticationRequired, "The session cannot be renewed without the user. Sign in again.", recovery: .signIn,
      provider: providerID)
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a renewal starts and ends, and what its waiters receive.
extension SessionMachine {
  /// Handles the end of a renewal.
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
      if !flight.isOrphan, !flight.isEndTold { commands += end(id, .refused(error.code), isCertain: true) }
    case .success(.dropped(let unused)):
      if let unused { commands.append(.revoke(unused, beside: nil)) }
      if !flight.isOrphan { commands += end(id, .requested) }
    case .success(.superseded(let other, let unused)): commands.append(Self.retiring(unused, for: other))
    case .success(.unsaved), .success(.adopted): break
    case .failure(let error):
      backoffs[RefreshBackoff.Credential(flight.session), default: RefreshBackoff()]
        .failed(with: error, now: now, jitter: jitter)
    }
    if let session = ending.session, !flight.isOrphan {
      selected.renewed(session)
      forgetBackoffs(of: id)
    }
    commands += answers(to: flight, ending, now)
    return commands + aftermath(now)
  }

  mutating func join(
    _ session: Session, _ waiter: WaiterID, _ demand: Demand, exceeding generation: UInt64?, isForced: Bool, _ now: Date
  ) -> [Command] {
    // A lost credential of the selected session is reported without another attempt: if another host stores a new
    // credential, the engine reads it and the version changes. Changes of other sessions are not read, so each call for
    // them attempts a renewal.
    if flights[session.id] == nil, session.version == selected.session?.version,
      let loss = backoffs[RefreshBackoff.Credential(session)]?.loss(at: now)
    {
      return [.answer([waiter], .failure(loss))]
    }
    guard isForced ? isRenewable : renewsItself(session) else {
      return [.answer([waiter], .failure(reauthenticationRequired))]
    }
    let begun = begin(session, isForced: isForced)
    flights[session.id]?.waiters[waiter] = RenewalFlight.Waiter(demand: demand, exceeding: generation)
    return begun
  }

  /// Renews in the background. Does nothing if the session is not renewed automatically, if the pause after a failure
  /// has not ended, or if a renewal is under way.
  mutating func renewInBackground(_ session: Session, _ now: Date) -> [Command] {
    guard renewsItself(session), backoffs[RefreshBackoff.Credential(session)]?.permits(at: now) ?? true else {
      return []
    }
    return begin(session, isForced: true)
  }

  private mutating func begin(_ session: Session, isForced: Bool) -> [Command] {
    guard flights[session.id] == nil else { return [] }
    flights[session.id] = RenewalFlight(session: session)
    return [
      .record(.refreshStarted(provider: providerID, session: session.id)), .renew(session, isForced: isForced),
    ]
  }

  /// Answers the waiters of a renewal. Ten thousand callers may wait, so equal answers are one command. The first caller
  /// is answered first: it is fair, and the callers' memory is then read in the order in which it was written.
  private mutating func answers(to flight: RenewalFlight, _ ending: RenewalEnding, _ now: Date) -> [Command] {
    guard !flight.isOrphan else {
      // The session was signed out during the renewal, and these callers arrived after the sign-out. The renewal does
      // not affect a new sign-in with the same id, so the callers' requests are served again.
      return flight.waiters.sorted { $0.key < $1.key }.flatMap { serve($0.value.demand, $0.key, now) }
    }
    guard !flight.waiters.isEmpty else { return [] }
    guard let session = ending.session else {
      return [.answer(flight.waiters.keys.sorted(), .failure(ending.error ?? notSignedIn))]
    }
    var answered: [WaiterID] = []
    var commands: [Command] = []
    for (waiter, waiting) in flight.waiters {
      if waiting.isAnswered(by: session) {
        answered.append(waiter)
      } else {
        // The generation of this session is too old for the caller, so the session is renewed again.
        commands += join(session, waiter, waiting.demand, exceeding: waiting.exceeding, isForced: true, now)
      }
    }
    return answered.isEmpty ? commands : [.answer(answered.sorted(), .success(session))] + commands
  }

  /// Decides what to do with a renewed credential that was not stored because `other` is stored under the same id.
  ///
  /// If `other` has the same or a later generation, it belongs to the same sign-in. A server may revoke all credentials
  /// of one sign-in together (RFC 7009 §2.1), so `other` is used and nothing is revoked. If `other` has an earlier
  /// generation, it is a new sign-in. The renewed credential is then still valid, and is revoked.
  static func retiring(_ unused: Session, for other: Session) -> Command {
    unused.isSucceeded(by: other) ? .replaced(unused, by: other) : .revoke(unused, beside: other)
  }
}

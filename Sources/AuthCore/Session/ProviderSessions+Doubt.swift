#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Renews a session that is still valid by this machine's clock, but probably not by the server's clock.
extension ProviderSessions {
  /// Whether a renewal of the session is due by the server's probable time, although it is not due by the corrected
  /// clock (which the caller checks). Some vendors do not renew a session that has expired.
  ///
  /// The two times can differ in this way in two cases: this machine's clock differs from the server's by more than can
  /// be corrected, or the server has not responded to this process yet. Before the first response, this machine's clock
  /// is assumed to differ from the server's clock by the same amount as from the clock that all hosts of the store
  /// share. Without such a shared clock, the difference that was stored with the session is assumed.
  func isDoubtful(_ session: Session, at time: ServerTimeReading, _ machine: SessionMachine) -> Bool {
    guard isRenewable else { return false }
    let serverNow = time.serverNow(assuming: store.clockLag ?? session.clockLag)
    let difference = serverNow.timeIntervalSince(time.now)
    // Differences of a second are within the policy's margins. Beyond the bound, times of this machine are not
    // corrected, so only the expiry of the credential is known, and not its lifetime.
    guard difference > 1 else { return false }
    guard difference < ServerTimeEstimate.bound else { return session.isExpired(at: serverNow) }
    return machine.policy.idleTime(of: session, jitter: machine.jitter).map { $0 <= serverNow } ?? false
  }

  /// Renews the valid session in memory if a renewal is due by the server's probable time, at most once for each
  /// credential. After a temporary error of the renewal, the session is used as it is.
  ///
  /// - Returns: whether a renewal was attempted.
  func renewDoubtful() async -> Bool {
    let time = services.reading
    let doubtful = state.withLock { state in
      state.machine.ready(at: time.now).flatMap {
        $0.version != state.doubted && isDoubtful($0, at: time, state.machine) ? $0 : nil
      }
    }
    guard let session = doubtful else { return false }
    // The event `refreshEnded` reports the error.
    _ = try? await wait { (machine, caller, now) in machine.demand(.renewedAfter(session), by: caller, now: now) }
    state.withLock { $0.doubted = session.version }
    return true
  }
}

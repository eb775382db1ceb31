#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// When a session's credential is renewed, and when its end is announced: a pure decision.
struct RefreshPolicy: Sendable {
  enum Decision: Sendable, Equatable {
    /// It works.
    case use
    /// It works, and it is time to renew it beside.
    case useAndRefresh
    /// It does not work any more, or not for long enough to be used.
    case refresh
  }

  /// A credential counts as run out this long before it does, so that it does not run out under way; short-lived
  /// ones at most a tenth of their life.
  var padding: Double = 30
  /// It is renewed beside this long before it runs out; short-lived ones at most a fifth of their life.
  var ahead: Double = 120
  /// Its end is announced this long before; of short-lived ones at most a tenth of their life.
  var warning: Double = 60

  /// - Parameter jitter: from 0 up to 1; spreads the renewals of many clients over half of `ahead`.
  func decide(_ session: Session, now: Date, jitter: Double, isRenewable: Bool) -> Decision {
    guard let expiresAt = session.expiresAt else { return .use }
    let remaining = expiresAt.timeIntervalSince(now)
    guard isRenewable else { return remaining > 0 ? .use : .refresh }
    if remaining <= min(padding, life(of: session, until: expiresAt) / 10) { return .refresh }
    return remaining <= lead(of: session, until: expiresAt, jitter: jitter) ? .useAndRefresh : .use
  }

  /// Before this, `decide` says `use`, whether or not the session can be renewed; nil for always.
  func idleTime(of session: Session, jitter: Double) -> Date? {
    session.expiresAt.map {
      let life = life(of: session, until: $0)
      return $0.addingTimeInterval(-max(lead(of: session, until: $0, jitter: jitter), min(padding, life / 10)))
    }
  }

  /// When it is time to renew beside; nil for a credential that does not say when it runs out.
  func refreshTime(of session: Session, jitter: Double) -> Date? {
    session.expiresAt.map { $0.addingTimeInterval(-lead(of: session, until: $0, jitter: jitter)) }
  }

  /// When the end of the credential is announced; nil for one that does not say when it runs out.
  func warningTime(of session: Session) -> Date? {
    session.expiresAt.map { $0.addingTimeInterval(-min(warning, life(of: session, until: $0) / 10)) }
  }

  private func lead(of session: Session, until expiresAt: Date, jitter: Double) -> Double {
    min(ahead, life(of: session, until: expiresAt) / 5) * (1 - jitter / 2)
  }

  private func life(of session: Session, until expiresAt: Date) -> Double {
    max(0, expiresAt.timeIntervalSince(session.createdAt))
  }
}

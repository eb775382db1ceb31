#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decides when a session's credential is renewed, and when its expiry is announced: a pure value.
struct RefreshPolicy: Sendable {
  enum Decision: Sendable, Equatable {
    /// The credential is valid.
    case use
    /// The credential is valid, and it is time to renew it in the background.
    case useAndRefresh
    /// The credential has expired, or it can be renewed and will expire too soon to be used.
    case refresh
  }

  /// How many seconds before its expiry a credential is treated as expired, so that it does not expire during a
  /// request. For a short-lived credential, at most a tenth of its lifetime.
  var padding: Double = 30
  /// How many seconds before its expiry a credential is renewed in the background. For a short-lived credential, at
  /// most a fifth of its lifetime. The client's `jitter` shortens this time by up to half.
  var ahead: Double = 120
  /// How many seconds in advance the expiry of a credential is announced. For a short-lived credential, at most a tenth
  /// of its lifetime.
  var warning: Double = 60

  /// Decides whether the session's credential is used, renewed, or both.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - now: the current time, corrected to the server's time.
  ///   - jitter: a number from 0 up to 1. It shortens the time between a background renewal and the expiry by up to
  ///     half, so that many clients do not renew at the same time.
  ///   - isRenewable: whether the session can be renewed. If not, its credential is used until it expires.
  func decide(_ session: Session, now: Date, jitter: Double, isRenewable: Bool) -> Decision {
    guard let expiresAt = session.expiresAt else { return .use }
    let remaining = expiresAt.timeIntervalSince(now)
    guard isRenewable else { return remaining > 0 ? .use : .refresh }
    if remaining <= min(padding, life(of: session, until: expiresAt) / 10) { return .refresh }
    return remaining <= lead(of: session, until: expiresAt, jitter: jitter) ? .useAndRefresh : .use
  }

  /// The time before which `decide` returns `use`, whether or not the session can be renewed; nil if `decide` always
  /// returns `use`.
  func idleTime(of session: Session, jitter: Double) -> Date? {
    session.expiresAt.map {
      let life = life(of: session, until: $0)
      return $0.addingTimeInterval(-max(lead(of: session, until: $0, jitter: jitter), min(padding, life / 10)))
    }
  }

  /// When to renew in the background; nil for a credential without an expiry.
  func refreshTime(of session: Session, jitter: Double) -> Date? {
    session.expiresAt.map { $0.addingTimeInterval(-lead(of: session, until: $0, jitter: jitter)) }
  }

  /// When to announce the expiry of the credential; nil for a credential without an expiry.
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

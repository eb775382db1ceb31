#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// When a session's credential is renewed: a pure decision.
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

  /// - Parameter jitter: from 0 up to 1; spreads the renewals of many clients over half of `ahead`.
  func decide(_ session: Session, now: Date, jitter: Double, isRenewable: Bool) -> Decision {
    guard let expiresAt = session.expiresAt else { return .use }
    let remaining = expiresAt.timeIntervalSince(now)
    guard isRenewable else { return remaining > 0 ? .use : .refresh }
    let life = max(0, expiresAt.timeIntervalSince(session.createdAt))
    if remaining <= min(padding, life / 10) { return .refresh }
    return remaining <= min(ahead, life / 5) * (1 - jitter / 2) ? .useAndRefresh : .use
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How long renewals ahead of time of one credential stay away after the last one could not be served. A caller that
/// needs a session that has run out is not held up by it: an error is not sticky.
struct RenewalBackoff: Sendable, Equatable {
  /// What failed. A new sign-in under the same identity begins at the same generation.
  struct Credential: Sendable, Hashable {
    let version: Session.Version
    let createdAt: Date

    init(_ session: Session) {
      version = session.version
      createdAt = session.createdAt
    }
  }

  private(set) var failures = 0
  private(set) var notBefore: Date?

  /// 15 seconds, doubled with each failure up to ten minutes, or what the server asked for where that is longer, up to
  /// an hour; `jitter` (from 0 up to 1) takes up to half of our own part off, so that many clients do not come together.
  mutating func failed(with error: AuthError, now: Date, jitter: Double) {
    failures += 1
    let own = min(600, 15 * Double(1 << min(failures - 1, 6))) * (1 - jitter / 2)
    let asked = min(3600, error.retryAfter?.seconds ?? 0)
    notBefore = now.addingTimeInterval(max(own, asked))
  }

  /// Whether a renewal beside may be tried.
  func permits(at now: Date) -> Bool { notBefore.map { now >= $0 } ?? true }
}

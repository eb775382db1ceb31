#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How long background renewals of one credential pause after a renewal failed temporarily. A caller that needs an
/// expired session does not wait for the pause.
struct RefreshBackoff: Sendable, Equatable {
  /// The credential that could not be renewed. A new sign-in with the same id starts at the same generation.
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

  /// 15 seconds, doubled with each failure up to ten minutes. A longer time that the server asked for replaces it, up
  /// to an hour. `jitter` (from 0 up to 1) shortens the client's own part by up to half, so that many clients do not
  /// retry at the same time.
  mutating func failed(with error: AuthError, now: Date, jitter: Double) {
    failures += 1
    let own = min(600, 15 * Double(1 << min(failures - 1, 6))) * (1 - jitter / 2)
    let asked = min(3600, error.retryAfter?.seconds ?? 0)
    notBefore = now.addingTimeInterval(max(own, asked))
  }

  /// Whether a background renewal may be tried.
  func permits(at now: Date) -> Bool { notBefore.map { now >= $0 } ?? true }
}

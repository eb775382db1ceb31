#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How long background renewals of one credential pause after a temporary failure. A caller whose session has expired
/// does not wait for the end of the pause.
struct RefreshBackoff: Sendable, Equatable {
  /// The credential that could not be renewed. A new sign-in with the same id starts at the same generation, so
  /// `createdAt` is compared, too.
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

  /// Sets the pause after a failure: 15 seconds, doubled with each further failure up to ten minutes. If the server
  /// asked for a longer pause, that one applies, up to an hour. `jitter` (from 0 up to 1) shortens the client's own
  /// pause by up to half, so that many clients do not retry at the same time.
  mutating func failed(with error: AuthError, now: Date, jitter: Double) {
    failures += 1
    let own = min(600, 15 * Double(1 << min(failures - 1, 6))) * (1 - jitter / 2)
    let asked = min(3600, error.retryAfter?.seconds ?? 0)
    notBefore = now.addingTimeInterval(max(own, asked))
  }

  /// Whether a background renewal may start.
  func permits(at now: Date) -> Bool { notBefore.map { now >= $0 } ?? true }
}

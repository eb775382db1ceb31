#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The pause of the background renewals of one credential after a failure. A caller whose session has expired does not
/// wait for the end of the pause: its renewal starts at once. The exception is a credential that was lost
/// (`renewal_lost`): until the pause ends, the caller receives that error instead of a renewal.
struct RefreshBackoff: Sendable, Equatable {
  /// The credential that could not be renewed. A new sign-in with the same id can have the same generation, so the
  /// version alone does not identify the credential, and `createdAt` is compared as well.
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
  private var since: Date?
  /// Why the credential is lost; nil for a temporary failure.
  private var loss: AuthError?

  /// Sets the pause after a failure: 15 seconds, doubled with each further failure up to ten minutes. If the server
  /// asked for a longer pause, the server's pause applies, up to an hour. `jitter` (from 0 up to 1) shortens the
  /// client's own pause by up to half, so that many clients do not retry at the same time.
  mutating func failed(with error: AuthError, now: Date, jitter: Double) {
    failures += 1
    let own = min(600, 15 * Double(1 << min(failures - 1, 6))) * (1 - jitter / 2)
    let asked = min(3600, error.retryAfter?.seconds ?? 0)
    notBefore = now.addingTimeInterval(max(own, asked))
    since = now
    loss = error.code == .renewalLost ? error : nil
  }

  /// Whether a background renewal may start. A clock that was set back ends the pause.
  func permits(at now: Date) -> Bool {
    guard let notBefore, let since else { return true }
    return now >= notBefore || now < since
  }

  /// The error `renewal_lost` for a caller while the pause lasts; nil after the pause, or if the credential was not
  /// lost. During the pause, another attempt would have the same result and would cost two writes to the store.
  func loss(at now: Date) -> AuthError? { permits(at: now) ? nil : loss }
}

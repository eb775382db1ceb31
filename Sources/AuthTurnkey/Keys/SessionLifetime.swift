import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How long a session was opened for: what its renewals ask for again, never a shorter default (T16).
///
/// It is kept with the session from its first day. Measured anew at each renewal, from a clock that is not the
/// server's, it would shrink each time.
enum SessionLifetime {
  /// The tag that keeps it.
  static let tag = "expirationSeconds"
  /// The vendor's default, for a session that says nothing of use (T17).
  private static let usual = 900

  /// Of a session that is opened now: from now to its end, rounded up.
  static func measured(until expiry: Date, now: Date) -> Int {
    let seconds = expiry.timeIntervalSince(now).rounded(.up)
    return seconds >= 1 && seconds < 4_294_967_296 ? Int(seconds) : usual
  }

  /// Of a stored session; one of an earlier version has no tag, and is measured by its own times.
  static func seconds(of session: Session, now: Date) -> Int {
    if let kept = session.tags[tag].flatMap({ Int($0) }), kept > 0 { return kept }
    return session.expiresAt.map { measured(until: $0, now: session.createdAt) } ?? usual
  }
}

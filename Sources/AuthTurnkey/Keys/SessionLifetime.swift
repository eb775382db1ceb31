import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The lifetime, in seconds, with which a session was opened. Renewals request the same lifetime, never a shorter
/// default (T16).
///
/// The lifetime is stored with the session when the session is opened. If each renewal measured it again, a clock that
/// is ahead of the server's would shorten it each time.
package enum SessionLifetime {
  /// The name of the lifetime in the session's adapter values, in seconds.
  package static let name = "expirationSeconds"
  /// The name of the lifetime that only the next renewal requests.
  package static let nextName = "nextExpirationSeconds"
  /// The name of the value that says whether the next renewal ends the user's other sessions.
  package static let invalidationName = "nextInvalidateExisting"
  /// The vendor's default, for a session without a usable lifetime (T17).
  private static let usual = 900

  /// The lifetime of a session that is opened at `now`, rounded up to whole seconds. The vendor's default replaces a
  /// result of less than one second, or of 2^32 seconds or more.
  static func measured(until expiry: Date, now: Date) -> Int {
    let seconds = expiry.timeIntervalSince(now).rounded(.up)
    return seconds >= 1 && seconds < 4_294_967_296 ? Int(seconds) : usual
  }

  /// The lifetime of a stored session. An earlier version stored it as a label, or did not store it; then it is measured
  /// from the session's creation to its expiry.
  static func seconds(of session: Session, now: Date) -> Int {
    if let kept = session.turnkeyValue(name).flatMap({ Int($0) }), kept > 0 { return kept }
    return session.expiresAt.map { measured(until: $0, now: session.createdAt) } ?? usual
  }
}

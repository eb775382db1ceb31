import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A rate limit over a time window.
struct AuthsignalRateWindow: Sendable {
  private var times: [Date] = []

  /// Counts an attempt and returns true; returns false if there were already `limit` attempts in the last
  /// `seconds`.
  mutating func admit(at now: Date, limit: Int, seconds: TimeInterval) -> Bool {
    times.removeAll { now.timeIntervalSince($0) >= seconds }
    guard times.count < limit else { return false }
    times.append(now)
    return true
  }
}

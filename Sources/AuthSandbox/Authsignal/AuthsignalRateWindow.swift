import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How often something may be done in a while.
struct AuthsignalRateWindow: Sendable {
  private var times: [Date] = []

  /// Counts one more, unless there were `limit` already in the last `seconds`.
  mutating func admit(at now: Date, limit: Int, seconds: TimeInterval) -> Bool {
    times.removeAll { now.timeIntervalSince($0) >= seconds }
    guard times.count < limit else { return false }
    times.append(now)
    return true
  }
}

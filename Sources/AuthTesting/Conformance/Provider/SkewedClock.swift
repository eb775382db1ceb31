import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock whose wall time is `skew` seconds ahead of another clock's; behind it if `skew` is negative.
struct SkewedClock: AuthClock {
  let base: any AuthClock
  let skew: Double

  func now() -> Date { base.now().addingTimeInterval(skew) }
  func uptime() -> Duration { base.uptime() }
  func sleep(for duration: Duration) async throws(CancellationError) { try await base.sleep(for: duration) }
}

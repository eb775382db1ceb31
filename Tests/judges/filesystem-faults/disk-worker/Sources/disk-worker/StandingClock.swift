import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock whose date stands still, so that no credential and no note expires while states are examined.
struct StandingClock: AuthClock {
  private let system = SystemClock()

  func now() -> Date { Date(timeIntervalSince1970: 1_795_365_000) }
  func uptime() -> Duration { system.uptime() }
  func sleep(for duration: Duration) async throws(CancellationError) { try await system.sleep(for: duration) }
}

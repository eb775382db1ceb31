import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The system's clock, whose sleeps count only the time that this process runs. A hundredth of a second that takes a
/// whole second, because a thousand other tests share the same two cores, counts as a hundredth.
///
/// So a task that is not done in its time is stuck, and not merely waiting for a core.
struct PacedClock: AuthClock {
  private static let step = Duration.milliseconds(10)

  private let system = SystemClock()

  func now() -> Date { system.now() }

  func uptime() -> Duration { system.uptime() }

  func sleep(for duration: Duration) async throws(CancellationError) {
    var left = duration
    while left > .zero {
      try await system.sleep(for: min(Self.step, left))
      left -= Self.step
    }
  }
}

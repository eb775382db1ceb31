import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The system's clock, with sleeps that count only the time during which this process runs.
///
/// A sleep is a sequence of steps of 10 ms. A step that takes a whole second, because many other tests share the cores,
/// still counts as 10 ms. So a task that exceeds its time limit is stuck, and not merely waiting for a core.
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

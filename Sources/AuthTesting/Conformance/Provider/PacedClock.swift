import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The system's clock, whose sleeps are as long as this process gets to run: a hundredth of a second that takes a whole
/// one, because a thousand other tests want the same two cores, counts as a hundredth.
///
/// So what is given so much time and is not done is stuck, rather than waiting for its turn.
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

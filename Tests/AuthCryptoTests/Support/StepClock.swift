import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock that shows the mint's time until it is advanced.
final class StepClock: AuthClock {
  private let elapsed = Locked(Duration.zero)

  func advance(_ duration: Duration) { elapsed.withLock { $0 += duration } }
  func now() -> Date { TokenMint.now.addingTimeInterval(elapsed.withLock { $0 }.seconds) }
  func uptime() -> Duration { elapsed.withLock { $0 } }
  func sleep(for duration: Duration) async throws(CancellationError) { advance(duration) }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// This machine's clocks.
public struct SystemClock: AuthClock {
  private static let start = ContinuousClock.now

  /// A clock that reads this machine's clocks.
  public init() {}

  /// The wall clock's time.
  public func now() -> Date { Date() }

  /// The time since the process first asked.
  public func uptime() -> Duration { Self.start.duration(to: .now) }

  /// Suspends the task.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    do {
      try await Task.sleep(for: duration)
    } catch {
      throw CancellationError()
    }
  }
}

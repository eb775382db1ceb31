#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// This machine's clocks.
public struct SystemClock: AuthClock {
  private static let start = ContinuousClock.now

  /// Creates a clock that reads this machine's clocks.
  public init() {}

  /// Returns the wall clock's time.
  public func now() -> Date { Date() }

  /// Returns the time since this method was first called in the process.
  public func uptime() -> Duration { Self.start.duration(to: .now) }

  /// Suspends the task for `duration`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    do {
      try await Task.sleep(for: duration)
    } catch {
      throw CancellationError()
    }
  }
}

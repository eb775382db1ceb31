#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A clock that tells the time and waits. It is passed in, so that tests can control it.
public protocol AuthClock: Sendable {
  /// Returns the wall clock's time.
  func now() -> Date
  /// Returns the time since an arbitrary start. Unlike the wall clock, it never goes back and cannot be set.
  func uptime() -> Duration
  /// Waits for `duration`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration) async throws(CancellationError)
}

extension Date {
  /// Returns this instant plus `duration`.
  package func adding(_ duration: Duration) -> Date { addingTimeInterval(duration.seconds) }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// Creates a duration from a number of seconds with a fraction, rounded to milliseconds. NaN and infinities count as
  /// zero, and the value is limited to 10¹² seconds (about 30,000 years) in both directions, because a server can send
  /// any number and an overflow would end the process.
  package init(fractionalSeconds value: Double) {
    self = value.isFinite ? .milliseconds(Int64((min(max(value, -1e12), 1e12) * 1000).rounded())) : .zero
  }
}

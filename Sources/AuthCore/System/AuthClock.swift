#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The time, and waiting. Passed in, so that tests control it.
public protocol AuthClock: Sendable {
  /// The wall clock's time.
  func now() -> Date
  /// A time that only moves forward, from any start.
  func uptime() -> Duration
  /// Returns after `duration`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration) async throws(CancellationError)
}

extension Date {
  /// This instant and a duration.
  package func adding(_ duration: Duration) -> Date { addingTimeInterval(duration.seconds) }
}

extension Duration {
  /// In seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// A number of seconds with a fraction. NaN and infinities count as zero, and the value is limited to thirty thousand
  /// years: servers send such numbers, and an overflow would end the process.
  package init(fractionalSeconds value: Double) {
    self = value.isFinite ? .milliseconds(Int64((min(max(value, -1e12), 1e12) * 1000).rounded())) : .zero
  }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The time, and waiting: passed in, so that tests move it by hand.
public protocol AuthClock: Sendable {
  /// The wall clock's time.
  func now() -> Date
  /// A time that only goes forward, from any start.
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

  /// A number of seconds with a fraction; not a number and infinities count as zero, what is beyond thirty thousand
  /// years as that much: servers write such numbers, and a conversion that overflows ends the process.
  package init(fractionalSeconds value: Double) {
    self = value.isFinite ? .milliseconds(Int64((min(max(value, -1e12), 1e12) * 1000).rounded())) : .zero
  }
}

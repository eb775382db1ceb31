import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Measures how far this machine's clock is behind the database's clock. The results of some statements contain the
/// database's time.
final class DatabaseClock: Sendable {
  private let measured = Locked<Double?>(nil)
  private let clock: any AuthClock

  init(_ clock: any AuthClock) { self.clock = clock }

  /// The lag in seconds; nil until a statement has returned the database's time. The value is too low by the time that
  /// the result took to arrive.
  var lag: Double? { measured.withLock { $0 } }

  /// Measures the lag from a result that has just arrived.
  ///
  /// - Parameter milliseconds: the database's time in that result, in milliseconds since 1970-01-01 00:00 UTC.
  func answered(_ milliseconds: Int64) {
    let lag = Double(milliseconds) / 1000 - clock.now().timeIntervalSince1970
    measured.withLock { $0 = lag }
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a clock and of its server's estimate at one moment.
struct ServerTimeReading: Sendable, Equatable {
  /// This machine's time.
  let wall: Date
  /// How far the clock is behind the server's, in seconds; nil until a response came.
  let lag: Double?

  /// The wall clock's time, corrected if the difference is within the estimate's limit.
  var now: Date {
    guard let lag, abs(lag) <= ServerTimeEstimate.bound else { return wall }
    return wall.addingTimeInterval(lag)
  }

  /// The server's time, however far off this machine's clock is.
  ///
  /// - Parameter assumed: how many seconds this machine's clock is assumed to be behind until a response came.
  func serverNow(assuming assumed: @autoclosure () -> Double) -> Date { wall.addingTimeInterval(lag ?? assumed()) }
}

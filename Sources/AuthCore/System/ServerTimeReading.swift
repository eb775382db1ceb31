#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// This machine's time and the estimate of the server's time at one moment.
struct ServerTimeReading: Sendable, Equatable {
  /// This machine's time.
  let wall: Date
  /// How far the clock is behind the server's, in seconds; nil before the first response.
  let lag: Double?

  /// The wall clock's time, corrected if the difference is within the estimate's limit.
  var now: Date {
    guard let lag, abs(lag) <= ServerTimeEstimate.bound else { return wall }
    return wall.addingTimeInterval(lag)
  }

  /// Returns the server's time, even if the difference is beyond the estimate's limit.
  ///
  /// - Parameter assumed: how many seconds this machine's clock is assumed to be behind before the first response.
  func serverNow(assuming assumed: @autoclosure () -> Double) -> Date { wall.addingTimeInterval(lag ?? assumed()) }
}

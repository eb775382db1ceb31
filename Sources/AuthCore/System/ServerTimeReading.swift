#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// This machine's time and the estimate of the server's time at one moment.
struct ServerTimeReading: Sendable, Equatable {
  /// The time of this machine's wall clock.
  let wall: Date
  /// How far the wall clock is behind the server's, in seconds; negative if it is ahead, and nil before the first
  /// response.
  let lag: Double?

  /// The wall clock's time, corrected to the server's time if the difference is at most `ServerTimeEstimate.bound`.
  var now: Date {
    guard let lag, abs(lag) <= ServerTimeEstimate.bound else { return wall }
    return wall.addingTimeInterval(lag)
  }

  /// Returns the reading of `seconds` later, if neither clock is set in the meantime.
  func adding(_ seconds: Double) -> ServerTimeReading {
    ServerTimeReading(wall: wall.addingTimeInterval(seconds), lag: lag)
  }

  /// Returns the server's time, even if the difference is more than `ServerTimeEstimate.bound`.
  ///
  /// - Parameter assumed: how many seconds this machine's clock is assumed to be behind before the first response.
  func serverNow(assuming assumed: @autoclosure () -> Double) -> Date { wall.addingTimeInterval(lag ?? assumed()) }
}

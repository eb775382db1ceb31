#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a clock and its server's estimate say at one moment.
struct ServerTimeReading: Sendable, Equatable {
  /// This machine's time.
  let wall: Date
  /// How far it is behind the server's, in seconds; nil while no answer has said anything.
  let lag: Double?

  /// The wall clock's time, corrected where it is contradicted by no more than the estimate's bound.
  var now: Date {
    guard let lag, abs(lag) <= ServerTimeEstimate.bound else { return wall }
    return wall.addingTimeInterval(lag)
  }

  /// The time by the server's clock, however far off this machine's is.
  ///
  /// - Parameter assumed: how far this machine's is taken to be behind as long as no answer says it, in seconds.
  func serverNow(assuming assumed: Double) -> Date { wall.addingTimeInterval(lag ?? assumed) }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An estimate of a server's time from its `Date` headers (RFC 9110 §6.6.1), as a value without I/O.
///
/// Each response gives an earliest and a latest time for the server, because the header has whole seconds and was
/// written between the request and the end of the response. Both limits are relative to the uptime and not to the wall
/// clock, so that they stay correct when the user sets the clock. The correction is the smallest one that all responses
/// allow, and usually zero.
struct ServerTimeEstimate: Sendable, Equatable {
  /// The largest correction, in seconds: 15 hours. It covers a clock that shows local time as UTC, which is at most 14
  /// hours off. A clock that is wrong by a day must be set by the user.
  static let bound: Double = 15 * 3600
  /// The tolerance of the limits in seconds, because a server may send the same `Date` for a while.
  private static let slack: Double = 1
  /// The longest time from a request to the end of its response, in seconds. A response that took longer is ignored,
  /// because it limits the server's time too little.
  private static let longestExchange: Double = 10

  /// The earliest and the latest possible time of the server at uptime zero, in seconds since 1970; nil before the
  /// first response.
  private var range: ClosedRange<Double>?

  /// Updates the limits from a response with the header `Date`. The request was sent at the uptime `sent`, and the
  /// response was complete at the uptime `received`.
  mutating func observed(_ date: Date, sent: Duration, received: Duration) {
    guard received >= sent, (received - sent).seconds <= Self.longestExchange else { return }
    let earliest = date.timeIntervalSince1970 - received.seconds - Self.slack
    let latest = date.timeIntervalSince1970 + 1 - sent.seconds + Self.slack
    guard earliest <= latest else { return }
    let new = earliest...latest
    // A response that agrees with the limits narrows them. A response that contradicts them replaces them, because it
    // is newer: the server's clock may have been set.
    range = range.flatMap { $0.overlaps(new) ? $0.clamped(to: new) : nil } ?? new
  }

  /// Returns how far the wall clock is behind the server's, in seconds; negative if it is ahead, and zero if no
  /// response contradicts the wall clock.
  func lag(of wall: Date, at uptime: Duration) -> Double {
    guard let range else { return 0 }
    let local = wall.timeIntervalSince1970 - uptime.seconds
    return local < range.lowerBound ? range.lowerBound - local : min(0, range.upperBound - local)
  }

  /// Returns the wall clock's time and the estimate of the server's time. The uptime is read only after the first
  /// response.
  func reading(of wall: Date, at uptime: @autoclosure () -> Duration) -> ServerTimeReading {
    ServerTimeReading(wall: wall, lag: range == nil ? nil : lag(of: wall, at: uptime()))
  }
}

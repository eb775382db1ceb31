#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An estimate of a server's clock from its `Date` headers (RFC 9110 §6.6.1): a pure value.
///
/// Each response limits the server's time from both sides: the header has whole seconds, and was written during the
/// exchange. The limits are relative to the uptime and not to the wall clock, so that they stay correct when the user
/// sets the clock. The correction is the smallest one that all responses allow, and usually zero.
struct ServerTimeEstimate: Sendable, Equatable {
  /// The largest correction. It covers a wrong hour or time zone; a clock that is wrong by a day must be set by the
  /// user.
  static let bound: Double = 15 * 3600
  /// A server may send the same second for a while, and a longer exchange gives too little information.
  private static let slack: Double = 1
  private static let longestExchange: Double = 10

  /// The limits of the server's time at uptime zero, in seconds since 1970.
  private var range: ClosedRange<Double>?

  /// Processes a response with the header `Date`. The request was sent at the uptime `sent`, and the response was
  /// complete at the uptime `received`.
  mutating func observed(_ date: Date, sent: Duration, received: Duration) {
    guard received >= sent, (received - sent).seconds <= Self.longestExchange else { return }
    let earliest = date.timeIntervalSince1970 - received.seconds - Self.slack
    let latest = date.timeIntervalSince1970 + 1 - sent.seconds + Self.slack
    guard earliest <= latest else { return }
    let new = earliest...latest
    // A response that agrees with the limits narrows them. One that contradicts them is newer and replaces them.
    range = range.flatMap { $0.overlaps(new) ? $0.clamped(to: new) : nil } ?? new
  }

  /// Returns how far the wall clock is behind the server's, in seconds; zero when no response contradicts the clock.
  func lag(of wall: Date, at uptime: Duration) -> Double {
    guard let range else { return 0 }
    let local = wall.timeIntervalSince1970 - uptime.seconds
    return local < range.lowerBound ? range.lowerBound - local : min(0, range.upperBound - local)
  }

  /// Returns the wall clock's time and the server's; the uptime is read only if there is a correction.
  func reading(of wall: Date, at uptime: @autoclosure () -> Duration) -> ServerTimeReading {
    ServerTimeReading(wall: wall, lag: range == nil ? nil : lag(of: wall, at: uptime()))
  }
}

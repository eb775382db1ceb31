#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a server's `Date` headers (RFC 9110 §6.6.1) say about its clock: a pure value.
///
/// Each answer bounds the server's time from both sides: the header has whole seconds, and was written at some moment of
/// the exchange. Bounds are kept against the uptime rather than the wall clock, so that a user who corrects the time
/// meanwhile takes nothing from them. The correction is the smallest one that all answers allow; mostly none.
struct ServerTimeEstimate: Sendable, Equatable {
  /// No correction goes further: an hour off is a wrong clock, a zone off is a wrong zone, a day off is for a person to
  /// mend.
  static let bound: Double = 15 * 3600
  /// Servers write the same second for a while, and an exchange that took longer than this says too little.
  private static let slack: Double = 1
  private static let longestExchange: Double = 10

  /// The server's time at uptime zero, in seconds since 1970, lies between these.
  private var range: ClosedRange<Double>?

  /// An answer said `date`; the request was sent and the answer complete at these uptimes.
  mutating func observed(_ date: Date, sent: Duration, received: Duration) {
    guard received >= sent, (received - sent).seconds <= Self.longestExchange else { return }
    let earliest = date.timeIntervalSince1970 - received.seconds - Self.slack
    let latest = date.timeIntervalSince1970 + 1 - sent.seconds + Self.slack
    guard earliest <= latest else { return }
    let new = earliest...latest
    // Answers that agree narrow it down; one that does not is newer, and counts alone.
    range = range.flatMap { $0.overlaps(new) ? $0.clamped(to: new) : nil } ?? new
  }

  /// How far the wall clock is behind the server's, in seconds; zero when no answer contradicts it.
  func lag(of wall: Date, at uptime: Duration) -> Double {
    guard let range else { return 0 }
    let local = wall.timeIntervalSince1970 - uptime.seconds
    return local < range.lowerBound ? range.lowerBound - local : min(0, range.upperBound - local)
  }

  /// The wall clock's time beside what the server's is; the uptime is asked for only where it corrects anything.
  func reading(of wall: Date, at uptime: @autoclosure () -> Duration) -> ServerTimeReading {
    ServerTimeReading(wall: wall, lag: range == nil ? nil : lag(of: wall, at: uptime()))
  }
}

import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How far the server's clock is ahead of this one.
enum HawcxClockOffset {
  /// DESIGN H92: from the answer's `Date`; zero without one, below five seconds, where the header's own coarseness and the way
  /// count, and beyond a day, where one of the clocks is not to be believed (H8).
  static func measure(_ response: TransportResponse, now: Date) -> Duration {
    guard let date = response.headers["Date"].flatMap({ HTTPDate.decode($0, now: now) }) else { return .zero }
    let seconds = date.timeIntervalSince(now)
    return (5...86_400).contains(abs(seconds)) ? Duration(fractionalSeconds: seconds) : .zero
  }
}

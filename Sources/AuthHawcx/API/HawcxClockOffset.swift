import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How far the server's clock is ahead of this device's clock.
enum HawcxClockOffset {
  /// DESIGN H92: the offset is computed from the response's `Date` header. Returns zero without that header; for an
  /// offset of less than five seconds, which the header's resolution and the transit time explain; and for an offset of
  /// more than a day, which means that a clock is wrong (H8).
  static func measure(_ response: TransportResponse, now: Date) -> Duration {
    guard let date = response.headers["Date"].flatMap({ HTTPDate.decode($0, now: now) }) else { return .zero }
    let seconds = date.timeIntervalSince(now)
    return (5...86_400).contains(abs(seconds)) ? Duration(fractionalSeconds: seconds) : .zero
  }
}

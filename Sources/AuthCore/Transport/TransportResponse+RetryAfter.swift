#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TransportResponse {
  /// Returns how long the server asks the client to wait (RFC 9110 §10.2.3); nil if there is no `Retry-After`, or if
  /// its value is neither a number of seconds nor an HTTP date.
  ///
  /// A date is compared with the `Date` of the response, so that a wrong clock on this machine does not matter, and
  /// with `now` if the response has no valid `Date`. A time in the past counts as zero, a wait of more than a day as
  /// one day.
  public func retryAfter(now: Date) -> Duration? {
    guard let text = headers["Retry-After"] else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(min(Int64(text) ?? Self.longestWait, Self.longestWait))
    }
    guard let date = HTTPDate.decode(text, now: now) else { return nil }
    let start = headers["Date"].flatMap { HTTPDate.decode($0, now: now) } ?? now
    let seconds = min(max(0, date.timeIntervalSince(start)), Double(Self.longestWait))
    return Duration(fractionalSeconds: seconds)
  }

  /// One day, in seconds. A longer wait is returned as one day, which limits the effect of a wrong value.
  private static var longestWait: Int64 { 86_400 }
}

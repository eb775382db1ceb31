#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TransportResponse {
  /// Returns the error for a status that means the same for every vendor: `timeout` for 408, `rate_limited` for 429,
  /// `server_error` for 500 and above. Returns nil for any other status.
  ///
  /// The error of 429 and of 500 and above has the waiting time of `Retry-After` as its `retryAfter`. With a waiting
  /// time, the recovery of a 429 is `.wait(until:)`. The recovery of all other errors is `.retryRequest`. For 408, a
  /// waiting time is ignored.
  ///
  /// - Parameters:
  ///   - now: the current time. The recovery of a 429 adds the waiting time to it, and a `Retry-After` with a date is
  ///     compared with it if the response has no `Date`.
  ///   - wait: the waiting time that the vendor sends elsewhere in the response; used if there is no valid
  ///     `Retry-After`.
  public func generalFailure(now: Date, retryAfter wait: Duration? = nil) -> AuthError? {
    let retryAfter = self.retryAfter(now: now) ?? wait
    return switch status {
    case 408: AuthError(.timeout, "The server stopped waiting for the request (HTTP 408). Try again.")
    case 429:
      AuthError(
        .rateLimited, "The server received too many requests (HTTP 429). Wait before you try again.",
        recovery: retryAfter.map { .wait(until: now.adding($0)) }, retryAfter: retryAfter)
    case 500...: AuthError(.serverError, "The server failed (HTTP \(status)). Try again later.", retryAfter: retryAfter)
    default: nil
    }
  }
}

extension TransportResponse {
  /// Whether the body is a web page, such as that of a captive portal or a proxy: the first byte is `<`, apart from a
  /// byte order mark and white space before it. The `Content-Type` is ignored, because some servers label empty and
  /// JSON bodies as HTML. Use this property if the protocol does not define the body of a success, as for a token
  /// revocation (RFC 7009 §2.2).
  public var isWebPage: Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = body.starts(with: mark) ? body.dropFirst(mark.count) : body[...]
    return text.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) } == UInt8(ascii: "<")
  }
}

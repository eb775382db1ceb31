#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TransportResponse {
  /// Returns the error for a status that means the same for every vendor: 408, 429 and 5xx. Returns nil for a success
  /// and for every status whose meaning depends on the vendor.
  ///
  /// `Retry-After` sets the error's `retryAfter`, and for a 429 its recovery `.wait(until:)`; without the header the
  /// recovery is `.retryRequest`.
  ///
  /// - Parameters:
  ///   - now: the start of a `Retry-After` in seconds.
  ///   - wait: the waiting time that the vendor sends elsewhere in the response; used if there is no `Retry-After`.
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
  /// Whether the body is a web page, as a captive portal or a proxy sends one: it begins with `<`, after a byte order
  /// mark and white space. The `Content-Type` is ignored, because servers label empty and JSON bodies as HTML, too. Use
  /// this for a response without a specific form to check, such as that of a token revocation (RFC 7009 §2.2).
  public var isWebPage: Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = body.starts(with: mark) ? body.dropFirst(mark.count) : body[...]
    return text.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) } == UInt8(ascii: "<")
  }
}

extension JSONValue {
  /// Returns a required text field.
  ///
  /// - Throws: `malformed_response` naming the field.
  public func requiredString(_ name: String) throws(AuthError) -> String {
    guard let text = self[name]?.stringValue else { throw missing(name) }
    return text
  }

  /// Returns a required text field as a secret.
  ///
  /// - Throws: `malformed_response` naming the field.
  public func requiredSecret(_ name: String) throws(AuthError) -> Secret { Secret(try requiredString(name)) }

  /// Returns a required object field.
  ///
  /// - Throws: `malformed_response` naming the field.
  public func requiredObject(_ name: String) throws(AuthError) -> JSONValue {
    guard let value = self[name], value.objectValue != nil else { throw missing(name) }
    return value
  }

  private func missing(_ name: String) -> AuthError {
    AuthError(.malformedResponse, "The response has no valid field '\(name)'.")
  }
}

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

extension JSONValue {
  /// Returns a required text field.
  ///
  /// - Throws: `malformed_response` with the field's name if the field is missing or not a string.
  public func requiredString(_ name: String) throws(AuthError) -> String {
    guard let text = self[name]?.stringValue else { throw missing(name) }
    return text
  }

  /// Returns a required text field as a secret.
  ///
  /// - Throws: `malformed_response` with the field's name if the field is missing or not a string.
  public func requiredSecret(_ name: String) throws(AuthError) -> Secret { Secret(try requiredString(name)) }

  /// Returns a required field with a token that is sent in a header field or back to the server: at least one
  /// character, all of them visible ASCII (RFC 6749 appendix A.12 and A.17, without spaces).
  ///
  /// - Throws: `malformed_response` with the field's name if the field is missing or not such a text.
  public func requiredToken(_ name: String) throws(AuthError) -> Secret {
    guard let token = try optionalToken(name) else { throw missing(name) }
    return token
  }

  /// Returns a field with a token, as `requiredToken(_:)` does; nil if the field is missing or null.
  ///
  /// - Throws: `malformed_response` with the field's name if the field is another value.
  public func optionalToken(_ name: String) throws(AuthError) -> Secret? {
    guard let value = self[name], !value.isNull else { return nil }
    guard let text = value.stringValue, !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw missing(name)
    }
    return Secret(text)
  }

  /// Returns a required field that identifies something at the server, such as a challenge: 1 to 1,024 visible ASCII
  /// characters.
  ///
  /// - Throws: `malformed_response` with the field's name if the field is missing or not such a text.
  package func requiredIdentifier(_ name: String) throws(AuthError) -> String {
    guard let text = identifier(name) else { throw missing(name) }
    return text
  }

  /// Returns a field that identifies something at the server; nil if it is missing or not such a text.
  package func identifier(_ name: String) -> String? {
    guard let text = self[name]?.stringValue, (1...1_024).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text
  }

  /// Returns a required object field.
  ///
  /// - Throws: `malformed_response` with the field's name if the field is missing or not an object.
  public func requiredObject(_ name: String) throws(AuthError) -> JSONValue {
    guard let value = self[name], value.objectValue != nil else { throw missing(name) }
    return value
  }

  private func missing(_ name: String) -> AuthError {
    AuthError(
      .malformedResponse, "The response has no valid field '\(name)'. Try again, or check the server's address.")
  }
}

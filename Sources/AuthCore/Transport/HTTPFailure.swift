#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TransportResponse {
  /// What a status means for every vendor: 408, 429 and 5xx. nil for a success and for every status whose meaning
  /// is the vendor's.
  ///
  /// A `Retry-After` becomes the error's `retryAfter`, and for a 429 its recovery `.wait(until:)`; without one the recovery
  /// is `.retryRequest`.
  ///
  /// - Parameters:
  ///   - now: what a `Retry-After` in seconds counts from.
  ///   - wait: what the vendor says elsewhere in the answer, for where it sends no `Retry-After`.
  public func generalFailure(now: Date, retryAfter wait: Duration? = nil) -> AuthError? {
    let retryAfter = self.retryAfter(now: now) ?? wait
    return switch status {
    case 408: AuthError(.timeout, "The server gave up waiting (HTTP 408).")
    case 429:
      AuthError(
        .rateLimited, "Too many requests (HTTP 429).",
        recovery: retryAfter.map { .wait(until: now.adding($0)) }, retryAfter: retryAfter)
    case 500...: AuthError(.serverError, "The server failed (HTTP \(status)).", retryAfter: retryAfter)
    default: nil
    }
  }
}

extension JSONValue {
  /// A text that the protocol says must be there.
  ///
  /// - Throws: `malformed_response` naming the field.
  public func requiredString(_ name: String) throws(AuthError) -> String {
    guard let text = self[name]?.stringValue else { throw missing(name) }
    return text
  }

  /// A secret that the protocol says must be there.
  public func requiredSecret(_ name: String) throws(AuthError) -> Secret { Secret(try requiredString(name)) }

  /// An object that the protocol says must be there.
  public func requiredObject(_ name: String) throws(AuthError) -> JSONValue {
    guard let value = self[name], value.objectValue != nil else { throw missing(name) }
    return value
  }

  private func missing(_ name: String) -> AuthError {
    AuthError(.malformedResponse, "The answer has no valid field '\(name)'.")
  }
}

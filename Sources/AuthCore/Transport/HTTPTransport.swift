/// A client that sends one request and returns the whole response.
///
/// A transport has no knowledge of vendors, tokens or retries. It refuses unsafe requests (plain `http` beyond
/// loopback, header values with line breaks), never follows a redirect that the request did not allow, and reports
/// every failure by its kind: `network`, `timeout`, `tls`, `response_too_large`, `cancelled`, `invalid_request`. Any
/// HTTP status is a response, not a failure.
///
/// A test double is a structure of eight lines with one closure.
public protocol HTTPTransport: Sendable {
  /// Sends `request`. If the task is cancelled, the exchange ends and its resources are released.
  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse
}

extension HTTPTransport {
  /// Returns this transport wrapped in `middleware`.
  public func wrapped(by middleware: any HTTPMiddleware) -> any HTTPTransport {
    MiddlewareTransport(middleware: middleware, next: self)
  }
}

/// Sends one request and gives the whole answer.
///
/// A transport knows nothing of vendors, tokens or retries. It refuses what is unsafe (plain `http` beyond loopback,
/// header values with line breaks), never follows a redirect that the request did not allow, and reports every
/// failure by its kind: `network`, `timeout`, `tls`, `response_too_large`, `cancelled`, `invalid_request`. Any HTTP
/// status is an answer, not a failure.
///
/// A double for tests is eight lines: a struct with one closure.
public protocol HTTPTransport: Sendable {
  /// Sends `request`; cancelling the task ends the exchange and frees its resources.
  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse
}

extension HTTPTransport {
  /// This transport inside `middleware`.
  public func wrapped(by middleware: any HTTPMiddleware) -> any HTTPTransport {
    MiddlewareTransport(middleware: middleware, next: self)
  }
}

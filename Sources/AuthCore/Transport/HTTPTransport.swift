/// A client that sends one request and returns the whole response.
///
/// A transport does not depend on vendors or tokens, and does not retry. It refuses unsafe requests, such as plain
/// `http` to another machine and header values with line breaks, and follows only as many redirects as the request
/// allows. Any HTTP status is a response, not an error. A test can replace the transport with a structure that calls a
/// closure.
public protocol HTTPTransport: Sendable {
  /// Sends `request`. If the task is cancelled, the exchange ends and its resources are released.
  ///
  /// - Throws: `invalid_request` for an unsafe request; `network`, `timeout` and `tls` if the exchange fails;
  ///   `response_too_large`; `malformed_response` for a response that does not follow HTTP, and for a redirect to an
  ///   invalid address; `origin_not_allowed` for a redirect that is not secure; `cancelled`.
  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse
}

extension HTTPTransport {
  /// Returns this transport wrapped in `middleware`.
  public func wrapped(by middleware: any HTTPMiddleware) -> any HTTPTransport {
    MiddlewareTransport(middleware: middleware, next: self)
  }
}

/// A transport with one middleware around it.
private struct MiddlewareTransport: HTTPTransport {
  let middleware: any HTTPMiddleware
  let next: any HTTPTransport

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    try await middleware.intercept(request, next: next)
  }
}

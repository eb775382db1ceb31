/// Code that runs around a transport, for example to retry, to observe requests or to simulate faults.
///
/// Use a middleware when the same request goes to the same place with something added or repeated. Use a transport when
/// the request goes somewhere else.
public protocol HTTPMiddleware: Sendable {
  /// Handles `request`, and calls `next` as often as needed.
  ///
  /// - Throws: the error of `next`, or an error of the middleware.
  func intercept(_ request: TransportRequest, next: any HTTPTransport) async throws(AuthError) -> TransportResponse
}

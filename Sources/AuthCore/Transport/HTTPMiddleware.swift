/// Code that runs around a transport, for example to retry, to observe requests or to simulate faults.
///
/// Use a middleware to add something to a request or to send the request again. Use a transport to send requests in a
/// different way or to a different place.
public protocol HTTPMiddleware: Sendable {
  /// Handles `request`, and calls `next` as often as needed.
  ///
  /// - Throws: the error of `next`, or an error of the middleware.
  func intercept(_ request: TransportRequest, next: any HTTPTransport) async throws(AuthError) -> TransportResponse
}

/// Code around a transport: retries, deadlines, observation, faults.
///
/// Use a middleware when the same request goes to the same place with something added or repeated. Use a transport when
/// the request goes somewhere else.
public protocol HTTPMiddleware: Sendable {
  /// Handles `request`, and calls `next` as often as needed.
  func intercept(_ request: TransportRequest, next: any HTTPTransport) async throws(AuthError) -> TransportResponse
}

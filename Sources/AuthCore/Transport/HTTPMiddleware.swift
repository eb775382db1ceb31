/// Something around a transport: retry, deadline, observation, faults.
///
/// Choose a middleware when the same request goes to the same place with something added or repeated; choose a
/// transport when the request goes somewhere else.
public protocol HTTPMiddleware: Sendable {
  /// Handles `request`, calling `next` as often as it sees fit.
  func intercept(_ request: TransportRequest, next: any HTTPTransport) async throws(AuthError) -> TransportResponse
}

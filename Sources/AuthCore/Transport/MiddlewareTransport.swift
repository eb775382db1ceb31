/// A transport with one middleware around it.
struct MiddlewareTransport: HTTPTransport {
  let middleware: any HTTPMiddleware
  let next: any HTTPTransport

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    try await middleware.intercept(request, next: next)
  }
}

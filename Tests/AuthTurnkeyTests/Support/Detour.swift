import AuthCore

/// Responds to some requests in place of the next transport, as another server would.
struct Detour: HTTPTransport {
  typealias Answer = @Sendable (TransportRequest) throws(AuthError) -> TransportResponse?

  let next: any HTTPTransport
  let answer: Answer

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    if let response = try answer(request) { return response }
    return try await next.send(request)
  }
}

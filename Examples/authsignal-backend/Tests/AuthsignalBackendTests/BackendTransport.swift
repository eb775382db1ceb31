import AuthCore
import AuthsignalBackend
import BackendServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A transport that sends requests for `backend.example` to the backend, and all others to `next`.
struct BackendTransport: HTTPTransport {
  let backend: Backend
  let next: any HTTPTransport

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    let prefix = "https://backend.example"
    let text = request.url.absoluteString
    guard text.hasPrefix(prefix) else { return try await next.send(request) }
    let answer = await backend.answer(
      BackendRequest(
        request.method, String(text.dropFirst(prefix.count)), headers: request.headers, body: request.body ?? []))
    return TransportResponse(
      status: answer.status, headers: ["Content-Type": "application/json"], body: answer.body.serialized)
  }
}

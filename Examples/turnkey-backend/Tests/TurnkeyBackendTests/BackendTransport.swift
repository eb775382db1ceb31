import AuthCore
import AuthTransport
import BackendServer
import TurnkeyBackend

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A transport that calls the backend directly.
struct BackendTransport: HTTPTransport {
  let backend: Backend

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    let text = request.url.absoluteString
    let target = text.dropFirst("https://backend.example".count)
    let answer = await backend.answer(
      BackendRequest(request.method, String(target), body: request.body ?? []))
    return TransportResponse(
      status: answer.status, headers: ["Content-Type": "application/json"], body: answer.body.serialized)
  }
}

/// The system's own HTTP, which is loaded at run time.
enum SystemTransportProbe {
  static var isAvailable: Bool {
    do throws(AuthError) {
      _ = try make()
      return true
    } catch {
      return false
    }
  }

  static func make() throws(AuthError) -> any HTTPTransport { try SystemTransport.make() }
}

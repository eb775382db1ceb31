import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The failures between a provider and its server, with their error codes.
enum WireFault: String, CaseIterable, Sendable {
  case unreachable
  case timeout
  case tls
  case tooLarge
  case status500
  case status503
  case rateLimited
  case garbage
  case truncated
  case page

  /// The `Retry-After` of `rateLimited`.
  static let wait = Duration.seconds(7)

  /// The faults of the connection: the provider gets no response.
  static let transport: [WireFault] = [.unreachable, .timeout, .tls, .tooLarge]
  /// The failures of the server itself.
  static let server: [WireFault] = [.status500, .status503]
  /// Malformed responses.
  static let malformed: [WireFault] = [.garbage, .truncated, .page]

  var code: AuthError.Code {
    switch self {
    case .unreachable: .network
    case .timeout: .timeout
    case .tls: .tls
    case .tooLarge: .responseTooLarge
    case .status500, .status503: .serverError
    case .rateLimited: .rateLimited
    case .garbage, .truncated, .page: .malformedResponse
    }
  }

  /// Returns the interference for the fault.
  ///
  /// - Parameter arrives: whether the server processes the request before a malformed response is returned; it affects
  ///   no other fault.
  func interference(arrives: Bool) -> ConformanceWire.Interference {
    switch self {
    case .unreachable: .fail(AuthError(.network, "The server could not be reached."))
    case .timeout: .fail(AuthError(.timeout, "The server did not respond in time."))
    case .tls: .fail(AuthError(.tls, "The server's certificate is not valid."))
    case .tooLarge: .fail(AuthError(.responseTooLarge, "The response is larger than allowed."))
    case .status500: .answer(.json(["message": "internal error"], status: 500))
    case .status503: .answer(TransportResponse(status: 503))
    case .rateLimited: .answer(TransportResponse(status: 429, headers: ["Retry-After": "7"]))
    case .garbage, .truncated, .page:
      arrives ? .change { change($0) } : .answer(change(.json(["ok": true])))
    }
  }

  private func change(_ response: TransportResponse) -> TransportResponse {
    var changed = response
    switch self {
    case .garbage: changed.body = Array("\u{0}<!garbage{".utf8) + [0xFF, 0xFE]
    case .truncated: changed.body = Array(response.body.prefix(response.body.count / 2))
    default:
      // A captive portal's response to every request.
      changed.status = 200
      changed.headers["Content-Type"] = "text/html"
      changed.body = Array("<!doctype html><title>Welcome to our network</title>".utf8)
    }
    return changed
  }
}

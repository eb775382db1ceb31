import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What can go wrong between a provider and its server, and what it has to be called.
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

  static let wait = Duration.seconds(7)

  /// The faults of the way; the server says nothing.
  static let transport: [WireFault] = [.unreachable, .timeout, .tls, .tooLarge]
  /// The server's own troubles.
  static let server: [WireFault] = [.status500, .status503]
  /// Answers that are none.
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

  /// What the wire does.
  ///
  /// - Parameter arrives: whether a malformed answer is that of a server which did its work.
  func interference(arrives: Bool) -> ConformanceWire.Interference {
    switch self {
    case .unreachable: .fail(AuthError(.network, "The server could not be reached."))
    case .timeout: .fail(AuthError(.timeout, "The server gave no answer in time."))
    case .tls: .fail(AuthError(.tls, "The server's certificate is not valid."))
    case .tooLarge: .fail(AuthError(.responseTooLarge, "The answer is larger than allowed."))
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
      // What a captive portal says to every request.
      changed.status = 200
      changed.headers["Content-Type"] = "text/html"
      changed.body = Array("<!doctype html><title>Welcome to our network</title>".utf8)
    }
    return changed
  }
}

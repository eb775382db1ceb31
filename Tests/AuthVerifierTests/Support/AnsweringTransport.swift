import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A vendor that answers by a function, and counts the requests.
final class AnsweringTransport: HTTPTransport {
  private let answers: @Sendable (TransportRequest) throws(AuthError) -> TransportResponse
  private let seen = Locked<[TransportRequest]>([])

  init(_ answers: @escaping @Sendable (TransportRequest) throws(AuthError) -> TransportResponse) {
    self.answers = answers
  }

  /// The requests so far.
  var requests: [TransportRequest] { seen.withLock { $0 } }

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    seen.withLock { $0.append(request) }
    return try answers(request)
  }
}

extension TransportResponse {
  static func json(_ body: JSONValue, status: Int = 200) -> TransportResponse {
    TransportResponse(status: status, headers: ["Content-Type": "application/json"], body: body.serialized)
  }
}

extension TransportRequest {
  var address: String { url.absoluteString }
  var path: String { url.path }
}

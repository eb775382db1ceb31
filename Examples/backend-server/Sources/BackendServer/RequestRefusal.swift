import AuthCore

/// The reason why a request is refused before the backend sees it. The connection is closed after the response.
enum RequestRefusal: Error, Equatable {
  /// The head is ambiguous.
  case malformed
  /// A head of more than 16 KiB.
  case headTooLarge
  /// A body of more than 1 MiB.
  case bodyTooLarge
  /// A transfer coding other than chunks.
  case transferCoding
  /// The limit of connections is reached.
  case tooManyConnections

  /// The response to the client.
  var response: BackendResponse {
    let code = self == .tooManyConnections ? "rate_limited" : "invalid_request"
    let headers: HTTPHeaders = self == .tooManyConnections ? ["Retry-After": "1"] : [:]
    return BackendResponse(
      status: status, body: ["error": .string(code), "message": .string(message)], headers: headers)
  }

  /// The HTTP status (RFC 9110 §15.5 and §15.6.4, RFC 6585 §5; 501 for a transfer coding: RFC 9112 §6.1).
  private var status: Int {
    switch self {
    case .malformed: 400
    case .headTooLarge: 431
    case .bodyTooLarge: 413
    case .transferCoding: 501
    case .tooManyConnections: 503
    }
  }

  private var message: String {
    switch self {
    case .malformed: "This is not a valid HTTP/1.1 request. Check the request line and the header fields."
    case .headTooLarge: "The head is larger than 16 KiB. Send a shorter target and fewer header fields."
    case .bodyTooLarge: "The body is larger than 1 MiB. Send a smaller body."
    case .transferCoding: "The server supports no transfer coding except chunked. Send the body with a Content-Length."
    case .tooManyConnections: "The limit of connections is reached. Try again."
    }
  }
}

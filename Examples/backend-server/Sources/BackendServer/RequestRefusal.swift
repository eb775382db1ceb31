import AuthCore

/// The reason why bytes are not a valid request. The start of the next request is unknown, so the connection is closed.
enum RequestRefusal: Error, Equatable {
  /// The head is not a valid head of HTTP/1.1 or HTTP/1.0, or it is ambiguous.
  case malformed
  /// A head of more than 16 KiB.
  case headTooLarge
  /// A body of more than 1 MiB.
  case bodyTooLarge
  /// A body in chunks, or with another transfer coding.
  case transferCoding
  /// The request was not complete in time.
  case late

  /// The response to the client.
  var response: BackendResponse {
    BackendResponse(status: status, body: ["error": "invalid_request", "message": .string(message)])
  }

  /// The HTTP status (RFC 9110 §15.5, RFC 6585 §5; 501 for a transfer coding: RFC 9112 §6.1).
  private var status: Int {
    switch self {
    case .malformed: 400
    case .headTooLarge: 431
    case .bodyTooLarge: 413
    case .transferCoding: 501
    case .late: 408
    }
  }

  private var message: String {
    switch self {
    case .malformed: "This is not a valid HTTP/1.1 request. Check the request line and the header fields."
    case .headTooLarge: "The head is larger than 16 KiB. Send a shorter target and fewer header fields."
    case .bodyTooLarge: "The body is larger than 1 MiB. Send a smaller body."
    case .transferCoding: "The server supports no transfer coding. Send the body with a Content-Length instead."
    case .late: "The request was not complete within a minute. Send it again."
    }
  }
}

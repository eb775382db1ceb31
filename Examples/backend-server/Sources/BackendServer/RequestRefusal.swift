import AuthCore

/// The reason why bytes are not a valid request. The start of the next request is unknown, so the connection is closed.
enum RequestRefusal: Error, Equatable {
  /// Not a head of HTTP/1.1, or an ambiguous one.
  case malformed
  /// A head that is larger than the limit.
  case headTooLarge
  /// A body that is larger than the limit.
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
    case .headTooLarge: "Send a shorter target and fewer header fields."
    case .bodyTooLarge: "Send a body of at most a megabyte."
    case .transferCoding: "Send the body with a Content-Length and without a transfer coding."
    case .late: "The request was not complete in time. Send it again."
    }
  }
}

import AuthCore

/// Why bytes are not taken for a request. Nobody knows where the next one would begin: the connection ends with it.
enum RequestRefusal: Error, Equatable {
  /// No head of HTTP/1.1, or one that two readers could understand differently.
  case malformed
  /// A head of more bytes than are read.
  case headTooLarge
  /// A body of more bytes than are read.
  case bodyTooLarge
  /// A body in chunks, or coded otherwise.
  case transferCoding
  /// It did not come whole in time.
  case late

  /// What the client is told.
  var response: BackendResponse {
    BackendResponse(status: status, body: ["error": "invalid_request", "message": .string(message)])
  }

  /// RFC 9110 §15.5 and RFC 6585 §5; 501 for a transfer coding is RFC 9112 §6.1.
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
    case .malformed: "This is no request of HTTP/1.1."
    case .headTooLarge: "Send a shorter target and fewer header fields."
    case .bodyTooLarge: "Send a body of at most a megabyte."
    case .transferCoding: "Send the body with its Content-Length, and in no transfer coding."
    case .late: "The request did not come whole in time."
    }
  }
}

import AuthCore

/// The checks that every transport makes before it sends a request.
enum RequestRules {
  /// Checks `request`, and returns the origin that it is sent to.
  ///
  /// - Throws: `invalid_request` for an ambiguous or insecure address, an invalid method, a header field with an
  ///   invalid name or value, a header field that the transport sets, or an invalid limit.
  static func check(_ request: TransportRequest) throws(AuthError) -> Origin {
    guard let origin = Origin(request.url) else {
      throw AuthError(
        .invalidRequest,
        "The URL of a request must be an absolute http or https URL without user information, such as "
          + "https://api.example.com/me.")
    }
    guard origin.isAcceptable else {
      throw AuthError(.invalidRequest, "\(origin) is not secure: use https; plain http is allowed on loopback only.")
    }
    guard isMethod(request.method) else {
      throw AuthError(
        .invalidRequest,
        "The method of a request must be in capital letters, such as POST, and must not be CONNECT or TRACE.")
    }
    guard request.headers.areValid else {
      throw AuthError(
        .invalidRequest,
        "A header field has a name that is not a token (RFC 9110 §5.6.2), or a line break or NUL in its value. Correct "
          + "the name, or remove the character.")
    }
    for field in request.headers.fields where framing.contains(where: { HTTPHeaders.same($0, field.name) }) {
      throw AuthError(.invalidRequest, "The header field \(field.name) is set by the transport. Omit this field.")
    }
    guard (request.responseSizeLimit ?? 1) > 0, (request.timeout ?? .seconds(1)) > .zero, request.redirectLimit >= 0
    else {
      throw AuthError(
        .invalidRequest, "A request's timeout and responseSizeLimit must be positive, and its redirectLimit 0 or more.")
    }
    return origin
  }

  /// The fields that the transport sets: those that frame the message, name its host or control the connection. If two
  /// programs disagree about where a message ends, request smuggling is possible (RFC 9112 §11.2).
  private static let framing = [
    "Connection", "Content-Length", "Expect", "Host", "Keep-Alive", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
  ]

  private static func isMethod(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x41...0x5A).contains($0) } && text != "CONNECT" && text != "TRACE"
  }
}

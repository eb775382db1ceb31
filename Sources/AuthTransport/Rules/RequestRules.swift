import AuthCore

/// The checks that every transport makes before it sends a request.
enum RequestRules {
  /// Checks `request`, and returns the origin that it is sent to.
  ///
  /// - Throws: `invalid_request` for an ambiguous or insecure address, an invalid method, a header field with a line
  ///   break, or a header field that determines the message framing.
  static func check(_ request: TransportRequest) throws(AuthError) -> Origin {
    guard let origin = Origin(request.url) else {
      throw AuthError(.invalidRequest, "The URL must be an absolute http or https URL without user information.")
    }
    guard origin.isAcceptable else {
      throw AuthError(.invalidRequest, "\(origin) is not secure: use https; plain http is allowed on loopback only.")
    }
    guard isMethod(request.method) else {
      throw AuthError(.invalidRequest, "The method must be in capital letters, and neither CONNECT nor TRACE.")
    }
    guard request.headers.areValid else {
      throw AuthError(.invalidRequest, "A header field has an invalid name, or a line break in its value.")
    }
    for field in request.headers.fields where framing.contains(where: { HTTPHeaders.same($0, field.name) }) {
      throw AuthError(.invalidRequest, "The header field \(field.name) is set by the transport; omit it.")
    }
    guard (request.responseSizeLimit ?? 1) > 0, (request.timeout ?? .seconds(1)) > .zero, request.redirectLimit >= 0
    else {
      throw AuthError(.invalidRequest, "timeout and responseSizeLimit must be positive, redirectLimit 0 or more.")
    }
    return origin
  }

  /// The fields that determine the message framing. Two interpretations of a message's end allow request smuggling
  /// (RFC 9112 §11.2).
  private static let framing = [
    "Connection", "Content-Length", "Expect", "Host", "Keep-Alive", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
  ]

  private static func isMethod(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x41...0x5A).contains($0) } && text != "CONNECT" && text != "TRACE"
  }
}

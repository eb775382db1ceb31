public import AuthCore

/// An HTTP response of the backend about its sessions, in a form that any HTTP server can send. The response forbids
/// caching, and is the same for every reason for which a token is refused.
public struct AppSessionAnswer: Sendable {
  /// The HTTP status.
  public let status: Int
  /// The header fields.
  public let headers: HTTPHeaders
  /// The body, in JSON. It can contain tokens.
  public let body: JSONValue

  init(_ status: Int, _ body: JSONValue, _ headers: HTTPHeaders = [:]) {
    self.status = status
    self.body = body
    var headers = headers
    headers["Cache-Control"] = "no-store"
    headers["Content-Type"] = "application/json"
    self.headers = headers
  }

  /// Creates the response with a session: 200 with the fields that `AppBackend` reads.
  public init(_ issued: IssuedAppSession) { self.init(200, issued.json) }

  /// Creates the response for an error: `{"error","message"}`.
  ///
  /// * `invalid_token`: 401 with `WWW-Authenticate` (RFC 6750 §3.1);
  /// * `invalid_request`: 400;
  /// * a store that is busy or cannot be reached, another transient error, or a cancelled call: 503. The client keeps
  ///   its session and tries again;
  /// * every other error: 500, without the error's message, which is for the operator. The client keeps its session.
  public init(_ error: AuthError) {
    switch error.code {
    case .invalidToken:
      self.init(401, Self.body(error.code, error.message), ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
    case .invalidRequest: self.init(400, Self.body(error.code, error.message))
    case _ where error.isTransient || error.code == .cancelled:
      self.init(503, Self.body(.storeUnavailable, "The sessions cannot be read now. Try again."))
    default: self.init(500, Self.body(.internalError, "The backend failed. Check its log."))
    }
  }

  private static func body(_ code: AuthError.Code, _ message: String) -> JSONValue {
    ["error": .string(code.rawValue), "message": .string(message)]
  }
}

extension AppSessionAnswer: Redacting {
  /// The status.
  public var shownParts: KeyValuePairs<String, String> { ["status": "\(status)"] }
}

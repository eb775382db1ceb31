public import AuthCore

/// One request to the backend, as any HTTP server can give it.
public struct BackendRequest: Sendable {
  /// The method in upper case.
  public let method: String
  /// The path, without the query.
  public let path: String
  /// The query's fields, decoded.
  public let query: [String: String]
  /// The body as it came.
  public let body: [UInt8]

  /// A request.
  ///
  /// - Parameter target: path and query as they stand in the request line.
  public init(_ method: String, _ target: String, body: [UInt8] = []) {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = halves.count > 1 ? PercentEncoding.decodeForm(halves[1]) ?? [] : []
    self.method = method
    path = halves.first.map(String.init) ?? ""
    query = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    self.body = body
  }
}

/// One answer of the backend; the body is JSON.
public struct BackendResponse: Sendable {
  /// The HTTP status.
  public let status: Int
  /// The body.
  public let body: JSONValue

  static func ok(_ body: JSONValue) -> BackendResponse { BackendResponse(status: 200, body: body) }

  /// What went wrong, in the package's own terms: `{"error","message","vendorCode"?}`. A message holds no secret.
  static func refusal(_ error: AuthError) -> BackendResponse {
    var body: JSONObject = ["error": .string(error.code.rawValue), "message": .string(error.message)]
    body["vendorCode"] = error.vendorCode.map { .string($0) }
    return BackendResponse(status: status(of: error.code), body: .object(body))
  }

  private static func status(of code: AuthError.Code) -> Int {
    switch code {
    case .invalidRequest, .invalidIdentifier: 400
    case .invalidCode, .codeExpired, .tooManyAttempts, .invalidToken, .tokenExpired: 401
    case .forbidden, .userExists: 403
    case .userNotFound: 404
    case .rateLimited: 429
    case .internalError, .invalidConfiguration: 500
    default: 502
    }
  }
}

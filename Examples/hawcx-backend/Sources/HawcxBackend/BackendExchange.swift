public import AuthCore

/// One request to the backend, as any HTTP server can give it.
public struct BackendRequest: Sendable {
  /// The method in upper case.
  public let method: String
  /// The path, without the query.
  public let path: String
  /// The token of an `Authorization: Bearer` field.
  public let bearer: Secret?
  /// The body as it came.
  public let body: [UInt8]

  /// A request.
  ///
  /// - Parameters:
  ///   - target: path and query as they stand in the request line.
  ///   - authorization: the field `Authorization`.
  public init(_ method: String, _ target: String, authorization: String? = nil, body: [UInt8] = []) {
    self.method = method
    path = target.split(separator: "?", maxSplits: 1).first.map(String.init) ?? ""
    let words = authorization?.split(separator: " ") ?? []
    bearer = words.count == 2 && words[0].lowercased() == "bearer" ? Secret(String(words[1])) : nil
    self.body = body
  }

  func fields() throws(AuthError) -> JSONObject {
    do throws(JSONError) {
      if let object = try JSONValue(parsing: body).objectValue { return object }
    } catch {
      // The parser's words say where, which is of no use to an app.
    }
    throw AuthError(.invalidRequest, "Send a JSON object.")
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
    case .invalidRequest: 400
    case .invalidToken, .tokenExpired, .signatureInvalid, .sessionExpired: 401
    case .forbidden: 403
    case .rateLimited: 429
    case .internalError, .invalidConfiguration: 500
    default: 502
    }
  }
}

public import AuthCore

/// One answer of a backend; the body is JSON.
public struct BackendResponse: Sendable {
  /// The HTTP status.
  public let status: Int
  /// The body.
  public let body: JSONValue

  /// An answer.
  public init(status: Int, body: JSONValue) {
    self.status = status
    self.body = body
  }

  /// What was asked for.
  public static func ok(_ body: JSONValue) -> BackendResponse { BackendResponse(status: 200, body: body) }

  /// What went wrong, in Latchkey's own terms: `{"error","message","vendorCode"?}`. A message holds no secret.
  public static func refusal(_ error: AuthError) -> BackendResponse {
    var body: JSONObject = ["error": .string(error.code.rawValue), "message": .string(error.message)]
    body["vendorCode"] = error.vendorCode.map { .string($0) }
    return BackendResponse(status: status(of: error.code), body: .object(body))
  }

  private static func status(of code: AuthError.Code) -> Int {
    switch code {
    case .invalidRequest, .invalidIdentifier: 400
    case .invalidCode, .codeExpired, .tooManyAttempts, .invalidToken, .tokenExpired, .signatureInvalid,
      .sessionExpired:
      401
    case .forbidden, .userExists: 403
    case .userNotFound: 404
    case .rateLimited: 429
    case .internalError, .invalidConfiguration: 500
    default: 502
    }
  }
}

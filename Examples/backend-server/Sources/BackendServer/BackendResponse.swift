public import AuthCore

/// A backend's response.
public struct BackendResponse: Sendable {
  /// The HTTP status.
  public let status: Int
  /// The body as JSON; null if the response was created from bytes.
  public let body: JSONValue
  /// Further header fields. The server sets `Content-Type`, `Content-Length`, `Date` and `Connection`, and also
  /// `Cache-Control: no-store` if it is not among these.
  public let headers: HTTPHeaders
  /// The body's bytes.
  public let content: [UInt8]
  /// The media type of the body, for example `application/json`.
  public let contentType: String

  /// Creates a response in JSON.
  public init(status: Int, body: JSONValue, headers: HTTPHeaders = [:]) {
    self.status = status
    self.body = body
    self.headers = headers
    content = body.serialized
    contentType = "application/json"
  }

  /// Creates a response from bytes.
  public init(status: Int, content: [UInt8], contentType: String, headers: HTTPHeaders = [:]) {
    self.status = status
    self.content = content
    self.contentType = contentType
    self.headers = headers
    body = .null
  }

  /// Returns a response with the status 200.
  public static func ok(_ body: JSONValue) -> BackendResponse { BackendResponse(status: 200, body: body) }

  /// Returns the response for an error: `{"error","message","vendorCode"?}`. The members contain no
  /// secret.
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

public import AuthCore
public import BackendServer

/// The mapping of errors to responses: `{"code","message"}`, with a status that depends on the code.
public enum HostRefusal {
  /// Returns the response for an error. The response for a transient error has the status 503 and a `Retry-After` of
  /// one second.
  public static func response(_ error: AuthError) -> BackendResponse {
    let status = status(of: error.code)
    return BackendResponse(
      status: status, body: ["code": .string(error.code.rawValue), "message": .string(error.message)],
      headers: status == 503 ? ["Retry-After": "1"] : [:])
  }

  /// Returns the HTTP status for a code.
  public static func status(of code: AuthError.Code) -> Int {
    switch code {
    case .notSignedIn, .userNotFound: 404
    case .sessionExpired, .sessionRevoked, .renewalLost, .invalidToken, .tokenExpired, .tokenRequired: 401
    case .rateLimited: 429
    default:
      switch code.kind {
      case .usage: 400
      case .refused: 403
      case .transient: 503
      case .configuration, .storage, .fault: 500
      }
    }
  }
}

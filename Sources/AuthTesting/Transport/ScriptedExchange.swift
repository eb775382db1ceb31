public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One request that a scripted transport expects, and its response.
public struct ScriptedExchange: Sendable {
  /// The HTTP method that is expected.
  public var method: String
  /// The expected end of the URL's path: `/v1/users/me`.
  public var path: String
  /// Checks the parts of a request other than its method and path. Returns the difference from the expectation; nil for
  /// a correct request.
  public var check: @Sendable (TransportRequest) -> String?
  /// The response, or the error that the request fails with.
  public var answer: Result<TransportResponse, AuthError>

  /// Creates an exchange with any response or error.
  public init(
    _ method: String, _ path: String, _ answer: Result<TransportResponse, AuthError>,
    check: @escaping @Sendable (TransportRequest) -> String? = { _ in nil }
  ) {
    self.method = method
    self.path = path
    self.answer = answer
    self.check = check
  }

  /// Returns an exchange with a JSON response.
  public static func json(
    _ method: String, _ path: String, status: Int = 200, _ body: JSONValue,
    check: @escaping @Sendable (TransportRequest) -> String? = { _ in nil }
  ) -> ScriptedExchange {
    ScriptedExchange(method, path, .success(.json(body, status: status)), check: check)
  }

  /// Returns an exchange that fails with an error.
  public static func failure(_ method: String, _ path: String, _ error: AuthError) -> ScriptedExchange {
    ScriptedExchange(method, path, .failure(error))
  }

  var summary: String { "\(method) …\(path)" }

  func mismatch(with request: TransportRequest) -> String? {
    if request.method != method { return "the method is \(request.method)" }
    if !request.url.path.hasSuffix(path) { return "the path is \(request.url.path)" }
    return check(request)
  }
}

extension TransportResponse {
  /// Returns a JSON response with the content type `application/json`.
  public static func json(_ body: JSONValue, status: Int = 200) -> TransportResponse {
    TransportResponse(status: status, headers: ["Content-Type": "application/json"], body: body.serialized)
  }
}

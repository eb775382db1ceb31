import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The HTTP request that a client of the agent wants to send.
struct AgentHTTPRequest: Sendable, Equatable {
  let method: String
  let url: URL
  /// The exact bytes that the client will send; nil for no body.
  let body: [UInt8]?
  let contentType: String

  /// Reads the fields `method`, `url`, `body` or `bodyBase64`, and `contentType`.
  init(_ fields: inout AgentFields) throws(AuthError) {
    method = try fields.required("method", limit: 32).uppercased()
    guard method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw AuthError(
        .invalidRequest, "The field 'method' must be an HTTP method of ASCII letters, such as GET or POST.")
    }
    guard let url = URL(string: try fields.required("url", limit: 8192)), Origin(url) != nil else {
      throw AuthError(
        .invalidRequest,
        "The field 'url' must be an absolute http or https URL, such as https://api.example.com/me.")
    }
    self.url = url
    body = try fields.body()
    contentType = try fields.text("contentType", limit: 256) ?? "application/json"
    guard contentType.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw AuthError(.invalidRequest, "The field 'contentType' must be printable ASCII, such as application/json.")
    }
  }

  /// The request without its authorisation.
  var transportRequest: TransportRequest {
    var request = TransportRequest(method, url)
    if let body {
      request.body = body
      request.headers["Content-Type"] = contentType
    }
    return request
  }
}

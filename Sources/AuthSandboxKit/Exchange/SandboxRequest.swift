public import AuthCore
package import AuthCrypto

/// One request to the sandbox. It is a value, so that tests can call every handler as a function.
public struct SandboxRequest: Sendable {
  /// The method in upper case: `POST`.
  public let method: String
  /// The request target as received, with its query: the text that a signature over the URL covers.
  public let target: String
  /// The target's path as received, without the query: `/turnkey/public/v1/query/whoami`.
  public let rawPath: String
  /// The percent-decoded path; nil when the encoding is malformed.
  public let decodedPath: String?
  /// The query's decoded fields, in order; empty if the query is malformed.
  public let query: [(name: String, value: String)]
  /// The header fields.
  public let headers: HTTPHeaders
  /// The body as received.
  public let body: [UInt8]
  /// The path prefix to which the request was routed, `/turnkey`; empty before it is routed.
  public package(set) var mount = ""
  /// The decoded path below `mount`, `/public/v1/query/whoami`; `/` for the prefix itself.
  public package(set) var route = "/"
  /// The key set that was fetched for the request, or the error of the fetch; nil if none was fetched.
  package var keySet: Result<JWKSet, AuthError>?
  /// The response of the app that the program serves beside the sandbox; nil if the request is not for the app.
  var appResponse: SandboxResponse?

  /// Creates a request to `target`, a path with an optional query.
  public init(_ method: String, _ target: String, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.method = method
    self.target = target
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    rawPath = halves.first.map(String.init) ?? ""
    decodedPath = PercentEncoding.decode(rawPath)
    query = halves.count > 1 ? PercentEncoding.decodeForm(halves[1]) ?? [] : []
    self.headers = headers
    self.body = body
  }

  /// Creates a request with a JSON body and its `Content-Type`.
  public init(_ method: String, _ target: String, json: JSONValue, headers: HTTPHeaders = [:]) {
    var headers = headers
    headers["Content-Type"] = "application/json"
    self.init(method, target, headers: headers, body: json.serialized)
  }

  /// Returns the first value of a query field; nil if the query has no such field.
  public func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The body as a JSON object; an empty object if the body is empty; nil if the body is anything else.
  public var jsonObject: JSONObject? {
    if body.isEmpty { return JSONObject() }
    do throws(JSONError) {
      return try JSONValue(parsing: body).objectValue
    } catch {
      return nil
    }
  }

  /// The body's form fields (`application/x-www-form-urlencoded`); nil if they are malformed.
  public var formFields: [(name: String, value: String)]? {
    String(strictUTF8: body).flatMap { PercentEncoding.decodeForm($0) }
  }

  /// The token of an `Authorization: Bearer` field (RFC 6750 §2.1; the scheme's name in any case); nil if there is
  /// none.
  public var bearerToken: String? { credentials(scheme: "Bearer") }

  /// The user name and password of an `Authorization: Basic` field (RFC 7617); nil if the field is missing or
  /// malformed.
  public var basicCredentials: (name: String, password: String)? {
    guard let encoded = credentials(scheme: "Basic"), let bytes = Base64.decode(encoded),
      let text = String(strictUTF8: bytes)
    else { return nil }
    let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return halves.count == 2 ? (String(halves[0]), String(halves[1])) : nil
  }

  func credentials(scheme: String) -> String? {
    guard let value = headers["Authorization"] else { return nil }
    let halves = value.split(separator: " ", maxSplits: 1)
    guard halves.count == 2, HTTPHeaders.same(String(halves[0]), scheme) else { return nil }
    return String(halves[1])
  }
}

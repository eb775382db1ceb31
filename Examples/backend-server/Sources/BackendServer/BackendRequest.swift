public import AuthCore

/// One request to a backend, in a form that any HTTP server can supply.
public struct BackendRequest: Sendable {
  /// The method in upper case.
  public let method: String
  /// The path, without the query.
  public let path: String
  /// The query's decoded fields. Only the first of several fields with the same name is kept. Empty for a malformed
  /// query.
  public let query: [String: String]
  /// The path and the query, exactly as in the request line.
  public let target: String
  /// The header fields.
  public let headers: HTTPHeaders
  /// The token of an `Authorization: Bearer` field; nil without such a field.
  public let bearer: Secret?
  /// The bytes of the body.
  public let body: [UInt8]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: the method in upper case.
  ///   - target: the path and the query, exactly as in the request line.
  ///   - headers: the header fields.
  ///   - body: the bytes of the body.
  public init(_ method: String, _ target: String, headers: HTTPHeaders, body: [UInt8] = []) {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = halves.count > 1 ? PercentEncoding.decodeForm(halves[1]) ?? [] : []
    self.method = method
    self.target = target
    self.headers = headers
    path = halves.first.map(String.init) ?? ""
    query = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let words = headers["Authorization"]?.split(separator: " ") ?? []
    bearer = words.count == 2 && words[0].lowercased() == "bearer" ? Secret(String(words[1])) : nil
    self.body = body
  }

  /// Creates a request whose only header field is `Authorization`, if it has one.
  public init(_ method: String, _ target: String, authorization: String? = nil, body: [UInt8] = []) {
    self.init(method, target, headers: authorization.map { ["Authorization": $0] } ?? [:], body: body)
  }

  /// Returns the body's members.
  ///
  /// - Throws: `invalid_request` if the body is not a JSON object.
  public func fields() throws(AuthError) -> BackendFields {
    do throws(JSONError) {
      if let object = try JSONValue(parsing: body).objectValue { return BackendFields(object) }
    } catch {
      // The parser's message names a position, which does not help an app.
    }
    throw AuthError(.invalidRequest, "Send a JSON object as the body.")
  }
}

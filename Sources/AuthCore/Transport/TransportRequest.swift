#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One HTTP request. The body consists of bytes that are set before the request is authorised, so that a signature
/// covers the bytes that are sent.
public struct TransportRequest: Sendable {
  /// The method in upper case: `POST`.
  public var method: String
  /// The absolute URL. Transports accept `https`, and `http` only if the host is this machine (`Origin.isLoopback`).
  public var url: URL
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body; nil for a request without a body, which differs from a request with an empty body. Its bytes are wiped
  /// when the request is released, unless an array that was read from here still shares them.
  public var body: [UInt8]? {
    get { content?.bytes }
    set { content = newValue.map { WipedBytes($0) } }
  }
  private var content: WipedBytes?
  /// Whether the request may be sent again after a failure.
  public var retry: RetryIntent
  /// How long the exchange may take, including redirects; nil for the transport's default.
  public var timeout: Duration?
  /// The largest response body to accept, in bytes; nil for the transport's default.
  public var responseSizeLimit: Int?
  /// How many redirects to follow; 0 by default. A further 3xx response is returned to the caller.
  public var redirectLimit: Int

  /// Creates a request. If `retry` is nil, it is `.safe` for `GET` and `HEAD`, and `.never` for any other method.
  public init(
    _ method: String, _ url: URL, headers: HTTPHeaders = [:], body: [UInt8]? = nil, retry: RetryIntent? = nil,
    timeout: Duration? = nil, responseSizeLimit: Int? = nil, redirectLimit: Int = 0
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    content = body.map { WipedBytes($0) }
    self.retry = retry ?? (method == "GET" || method == "HEAD" ? .safe : .never)
    self.timeout = timeout
    self.responseSizeLimit = responseSizeLimit
    self.redirectLimit = redirectLimit
  }

  /// Creates a request to an absolute URL in text form. The default of `retry` is that of the initialiser for a `URL`.
  ///
  /// - Throws: `invalid_request` if `Origin` or Foundation refuses the URL.
  public init(
    _ method: String, _ url: String, headers: HTTPHeaders = [:], body: [UInt8]? = nil, retry: RetryIntent? = nil
  ) throws(AuthError) {
    guard Origin(url) != nil, let address = URL(string: url) else {
      throw AuthError(
        .invalidRequest,
        "The URL of a request must be an absolute http or https URL without user information, such as "
          + "https://api.example.com/me.")
    }
    self.init(method, address, headers: headers, body: body, retry: retry)
  }

  /// Returns a request with a JSON body and the `Content-Type` `application/json`.
  public static func json(
    _ method: String, _ url: URL, _ body: JSONValue, headers: HTTPHeaders = [:], retry: RetryIntent = .never
  ) -> TransportRequest {
    var request = TransportRequest(method, url, headers: headers, body: body.serialized, retry: retry)
    request.headers["Content-Type"] = "application/json"
    return request
  }

  /// Returns a `POST` request with a form body and the `Content-Type` `application/x-www-form-urlencoded`.
  public static func form(
    _ url: URL, _ fields: [(name: String, value: String)], headers: HTTPHeaders = [:], retry: RetryIntent = .never
  ) -> TransportRequest {
    let body = Array(PercentEncoding.encodeForm(fields).utf8)
    var request = TransportRequest("POST", url, headers: headers, body: body, retry: retry)
    request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    return request
  }
}

extension TransportRequest: Redacting {
  /// The request without its query, header values and body. Of the body, the size is shown.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "method": method, "url": RedactedURL.text(url), "headers": headers.description,
      "body": body.map { "\($0.count) bytes" } ?? "nil", "retry": "\(retry)",
    ]
  }
}

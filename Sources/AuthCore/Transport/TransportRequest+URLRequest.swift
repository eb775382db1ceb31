#if canImport(Darwin)
  public import Foundation

  extension TransportRequest {
    /// Creates a request of this package from a `URLRequest`, without the properties that only URLSession uses.
    ///
    /// - Throws: `invalid_request` if there is no URL, for a URL that `Origin` refuses, and for a body that is a
    ///   stream, because a signature needs the whole body in advance.
    public init(_ request: URLRequest) throws(AuthError) {
      guard let url = request.url, Origin(url) != nil else {
        throw AuthError(
          .invalidRequest,
          "The URL of a request must be an absolute http or https URL without user information, such as "
            + "https://api.example.com/me.")
      }
      guard request.httpBodyStream == nil else {
        throw AuthError(
          .invalidRequest,
          "The body is a stream; pass the body as data, so that the signature covers the bytes that are sent.")
      }
      // A dictionary has no order; sorting produces the same list for the same request.
      let headers = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
      self.init(
        (request.httpMethod ?? "GET").uppercased(), url,
        headers: HTTPHeaders(headers.map { (name: $0.key, value: $0.value) }),
        body: request.httpBody.map { Array($0) })
    }
  }

  extension URLRequest {
    /// Creates the request for a URLSession of the app: method, URL, header fields and body. The session does not add
    /// its cookies. Of the request's limits, only `timeout` is kept.
    public init(_ request: TransportRequest) {
      self.init(url: request.url)
      httpMethod = request.method
      httpShouldHandleCookies = false
      for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
      httpBody = request.body.map { Data($0) }
      if let timeout = request.timeout { timeoutInterval = timeout.seconds }
    }
  }
#endif

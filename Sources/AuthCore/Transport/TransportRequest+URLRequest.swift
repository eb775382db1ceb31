#if canImport(Darwin)
  public import Foundation

  extension TransportRequest {
    /// A `URLRequest` as a request of this package; what only URLSession knows of it is left behind.
    ///
    /// - Throws: `invalid_request` without an absolute URL, for one of another scheme than http and https, and for a body
    ///   that is a stream: what is signed is fixed beforehand.
    public init(_ request: URLRequest) throws(AuthError) {
      guard let url = request.url, Origin(url) != nil else {
        throw AuthError(.invalidRequest, "The URL of a request must be absolute, such as https://api.example.com/me.")
      }
      guard request.httpBodyStream == nil else {
        throw AuthError(
          .invalidRequest, "The body is a stream; give it as data, so that what is signed is what is sent.")
      }
      // A dictionary has no order; the same request becomes the same list.
      let headers = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
      self.init(
        (request.httpMethod ?? "GET").uppercased(), url,
        headers: HTTPHeaders(headers.map { (name: $0.key, value: $0.value) }),
        body: request.httpBody.map { Array($0) })
    }
  }

  extension URLRequest {
    /// A request of this package for an app's own URLSession: method, address, header fields and body, with no cookie
    /// of the session added. Its limits stay behind, but for the time.
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

#if canImport(Darwin)
  public import AuthCore
  import Foundation

  /// HTTP over URLSession on Apple systems. As in the libcurl transport on Linux, the system's HTTP client follows no
  /// redirects by itself, and does not keep a cache or cookies. URLSession itself may send a GET again when a reused
  /// connection was closed; it sends a request with a body only once.
  public final class URLSessionTransport: HTTPTransport {
    private let options: TransportOptions
    private let session: URLSession
    private let exchanges: SessionExchanges

    /// Creates a transport with these options. Releasing the transport ends its exchanges.
    ///
    /// - Throws: `invalid_configuration` when an option is invalid or not supported, or the file of `additionalRoots`
    ///   cannot be read.
    public init(options: TransportOptions = TransportOptions()) throws(AuthError) {
      try options.validate()
      guard options.clientCertificates.isEmpty else {
        throw AuthError(
          .invalidConfiguration,
          "transport.clientCertificates is not supported by the transport with URLSession. Remove it, or use a system "
            + "with libcurl.")
      }
      self.options = options
      exchanges = SessionExchanges(trust: try ServerTrust(options))
      session = URLSession(
        configuration: Self.configuration(options), delegate: SessionDelegate(exchanges), delegateQueue: nil)
    }

    // A `URLSession` retains its delegate until it is invalidated.
    deinit { session.invalidateAndCancel() }

    /// Sends a request. This transport does not retry; a `RetryMiddleware` does.
    ///
    /// - Throws: `invalid_request`, `network`, `timeout`, `tls`, `malformed_response`, `response_too_large`,
    ///   `origin_not_allowed` for a redirect, or `cancelled`.
    public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      try await request.exchanged(options) { exchange throws(AuthError) in
        try await perform(exchange)
      }
    }

    private func perform(_ exchange: Exchange) async throws(AuthError) -> TransportResponse {
      if Task.isCancelled {
        throw AuthError(
          .cancelled,
          "The request was cancelled before it was sent. Send it again if you still need the "
            + "response.")
      }
      let remaining = ContinuousClock.now.duration(to: exchange.deadline)
      guard remaining > .zero else {
        throw AuthError(
          .timeout,
          "The request was not sent to \(exchange.origin) within its time limit, because its redirects took too long. "
            + "Try again.")
      }
      let task = session.dataTask(with: urlRequest(exchange, remaining))
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          exchanges.begin(task.taskIdentifier, exchange, continuation)
          task.resume()
        }
      } onCancel: {
        task.cancel()
      }
      return try result.get()
    }

    private func urlRequest(_ exchange: Exchange, _ remaining: Duration) -> URLRequest {
      // URLSession restarts this timeout with each byte, so a slow response can take longer than `remaining`.
      var request = URLRequest(
        url: exchange.request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: remaining.seconds)
      request.httpMethod = exchange.request.method
      request.httpShouldHandleCookies = false
      for field in exchange.request.headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
      if exchange.request.headers["User-Agent"] == nil {
        request.setValue(options.userAgent, forHTTPHeaderField: "User-Agent")
      }
      request.httpBody = exchange.request.body.map { Data($0) }
      return request
    }

    private static func configuration(_ options: TransportOptions) -> URLSessionConfiguration {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
      configuration.httpMaximumConnectionsPerHost = options.transfersPerOrigin
      configuration.httpShouldSetCookies = false
      configuration.httpCookieStorage = nil
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      configuration.timeoutIntervalForRequest = options.timeout.seconds
      if let proxy = options.proxy.flatMap({ Origin($0) }) {
        // The keys are the values of the constants kCFNetworkProxies…. iOS does not declare the constants for HTTPS,
        // but accepts the keys.
        configuration.connectionProxyDictionary = [
          "HTTPSEnable": 1, "HTTPSProxy": proxy.host, "HTTPSPort": proxy.port,
          "ExceptionsList": ["localhost", "127.0.0.1", "::1"],
        ]
      } else {
        configuration.connectionProxyDictionary = [:]
      }
      return configuration
    }
  }
#endif

#if canImport(Glibc) || canImport(Musl)
  public import AuthCore

  /// HTTP over libcurl: one dedicated thread runs every exchange, connections are kept and shared, and HTTP/2 is used
  /// where the server offers it.
  ///
  /// The first request loads libcurl, so a program that does not send requests does not need libcurl. Releasing the
  /// transport ends its thread and closes its connections.
  public final class CurlTransport: HTTPTransport {
    private let options: TransportOptions
    private let mailbox: CurlMailbox

    /// Creates a transport with these options.
    ///
    /// - Throws: `invalid_configuration` when an option is invalid.
    public convenience init(options: TransportOptions = TransportOptions()) throws(AuthError) {
      try self.init(options: options, library: Self.libraryName)
    }

    /// Creates a transport that loads a library of another name, for tests of a missing library.
    init(options: TransportOptions, library: String) throws(AuthError) {
      try options.validate()
      self.options = options
      mailbox = CurlMailbox(options: options, library: library)
    }

    deinit { mailbox.stop() }

    /// Checks that libcurl can be used on this system, and loads it.
    ///
    /// - Throws: `invalid_configuration` when libcurl is missing or cannot be used. The message names the package to
    ///   install.
    public static func checkAvailability() throws(AuthError) { try CurlLibrary.load(libraryName) }

    /// Sends a request at most once, because a code or a refresh token must not be used twice. libcurl's own retry
    /// after a closed connection is disabled; only a `RetryMiddleware` sends a request again.
    ///
    /// - Throws: `invalid_request`, `network`, `timeout`, `tls`, `malformed_response`, `response_too_large`,
    ///   `origin_not_allowed` for a redirect, `cancelled`, `invalid_configuration` when libcurl is missing or cannot be
    ///   used, or `internal` when the system lacks memory, a thread or a file descriptor, or libcurl refuses an option.
    public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      try await request.exchanged(options) { exchange throws(AuthError) in
        try await mailbox.perform(exchange)
      }
    }

    private static let libraryName = "libcurl.so.4"
  }
#endif

#if canImport(Glibc) || canImport(Musl)
  public import AuthCore

  /// HTTP over libcurl: one dedicated thread runs every exchange, connections are kept and shared, and HTTP/2 is used
  /// where the server offers it.
  ///
  /// The first request loads libcurl, so a program without requests runs without it. Releasing the transport ends its
  /// thread and closes its connections.
  public final class CurlTransport: HTTPTransport {
    private let options: TransportOptions
    private let mailbox: CurlMailbox

    /// A transport with these options.
    ///
    /// - Throws: `invalid_configuration` when an option is invalid.
    public convenience init(options: TransportOptions = TransportOptions()) throws(AuthError) {
      try self.init(options: options, library: Self.libraryName)
    }

    /// A transport over a library of another name, for tests of its absence.
    init(options: TransportOptions, library: String) throws(AuthError) {
      try options.validate()
      self.options = options
      mailbox = CurlMailbox(options: options, library: library)
    }

    deinit { mailbox.stop() }

    /// Whether libcurl can be used here; loads it.
    ///
    /// - Throws: `invalid_configuration`, naming the package to install.
    public static func checkAvailability() throws(AuthError) { try CurlLibrary.load(libraryName) }

    /// Sends a request at most once. Only a `RetryMiddleware` sends it again, and libcurl's own repetition on a
    /// connection that the server has just closed is off: a code or a refresh token must not be used twice.
    public func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      try await request.exchanged(options) { exchange throws(AuthError) in
        try await mailbox.perform(exchange)
      }
    }

    private static let libraryName = "libcurl.so.4"
  }
#endif

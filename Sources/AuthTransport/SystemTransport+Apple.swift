#if canImport(Darwin)
  public import AuthCore

  extension SystemTransport {
    /// Creates a `URLSessionTransport`.
    ///
    /// - Throws: `invalid_configuration` when an option is invalid, or the file of `additionalRoots` cannot be read.
    public static func make(options: TransportOptions = TransportOptions()) throws(AuthError) -> any HTTPTransport {
      try URLSessionTransport(options: options)
    }

    /// Returns the name of this system's HTTP client: `URLSession`.
    ///
    /// - Throws: nothing on Apple systems; on Linux, `invalid_configuration` when libcurl is missing.
    public static func libraryVersion() throws(AuthError) -> String {
      "URLSession"
    }
  }
#endif

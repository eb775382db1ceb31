#if canImport(Darwin)
  public import AuthCore

  extension SystemTransport {
    /// A `URLSessionTransport`.
    ///
    /// - Throws: `invalid_configuration` when an option is invalid.
    public static func make(options: TransportOptions = TransportOptions()) throws(AuthError) -> any HTTPTransport {
      try URLSessionTransport(options: options)
    }

    /// The HTTP client of this system.
    public static func libraryVersion() throws(AuthError) -> String {
      "URLSession"
    }
  }
#endif

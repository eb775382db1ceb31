#if canImport(Darwin)
  public import AuthCore

  extension SystemTransport {
    /// A `URLSessionTransport`.
    ///
    /// - Throws: `invalid_configuration` when an option makes no sense.
    public static func make(options: TransportOptions = TransportOptions()) throws(AuthError) -> any HTTPTransport {
      try URLSessionTransport(options: options)
    }

    /// What sends requests here.
    public static func libraryVersion() throws(AuthError) -> String {
      "URLSession"
    }
  }
#endif

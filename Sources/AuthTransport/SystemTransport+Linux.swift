#if canImport(Glibc) || canImport(Musl)
  public import AuthCore

  extension SystemTransport {
    /// A `CurlTransport`. libcurl is looked for when the first request is made.
    ///
    /// - Throws: `invalid_configuration` when an option makes no sense.
    public static func make(options: TransportOptions = TransportOptions()) throws(AuthError) -> any HTTPTransport {
      try CurlTransport(options: options)
    }
  }
#endif

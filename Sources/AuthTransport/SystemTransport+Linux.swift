#if canImport(Glibc) || canImport(Musl)
  public import AuthCore
  import CCurl

  extension SystemTransport {
    /// Creates a `CurlTransport`. The first request loads libcurl.
    ///
    /// - Throws: `invalid_configuration` when an option is invalid.
    public static func make(options: TransportOptions = TransportOptions()) throws(AuthError) -> any HTTPTransport {
      try CurlTransport(options: options)
    }

    /// Returns the name and version of this system's HTTP client: `libcurl/8.5.0 OpenSSL/3.0.13`.
    ///
    /// - Throws: `invalid_configuration` when libcurl is missing or cannot be used. The message names the package to
    ///   install.
    public static func libraryVersion() throws(AuthError) -> String {
      try CurlTransport.checkAvailability()
      let words = String(cString: lk_curl_version()).split(separator: " ")
      return words.prefix(2).joined(separator: " ")
    }
  }
#endif

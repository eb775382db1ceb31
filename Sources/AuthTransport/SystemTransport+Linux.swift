#if canImport(Glibc) || canImport(Musl)
  public import AuthCore
  import CCurl

  extension SystemTransport {
    /// A `CurlTransport`. The first request loads libcurl.
    ///
    /// - Throws: `invalid_configuration` when an option is invalid.
    public static func make(options: TransportOptions = TransportOptions()) throws(AuthError) -> any HTTPTransport {
      try CurlTransport(options: options)
    }

    /// The HTTP client of this system, with its version: `libcurl/8.5.0 OpenSSL/3.0.13`.
    ///
    /// - Throws: `invalid_configuration`, naming the package to install, when libcurl is missing.
    public static func libraryVersion() throws(AuthError) -> String {
      try CurlTransport.checkAvailability()
      let words = String(cString: lk_curl_version()).split(separator: " ")
      return words.prefix(2).joined(separator: " ")
    }
  }
#endif

#if canImport(Glibc) || canImport(Musl)
  public import AuthCore
  import CCurl

  extension SystemTransport {
    /// A `CurlTransport`. libcurl is looked for when the first request is made.
    ///
    /// - Throws: `invalid_configuration` when an option makes no sense.
    public static func make(options: TransportOptions = TransportOptions()) throws(AuthError) -> any HTTPTransport {
      try CurlTransport(options: options)
    }

    /// What sends requests here, with its version: `libcurl/8.5.0 OpenSSL/3.0.13`.
    ///
    /// - Throws: `invalid_configuration`, naming the package to install, when it is not there.
    public static func libraryVersion() throws(AuthError) -> String {
      try CurlTransport.checkAvailability()
      let words = String(cString: lk_curl_version()).split(separator: " ")
      return words.prefix(2).joined(separator: " ")
    }
  }
#endif

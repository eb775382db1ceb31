#if !(canImport(Darwin) || canImport(Glibc) || canImport(Musl))
  public import AuthCore

  extension SystemTransport {
    /// Throws, because this system has no HTTP client that the package can use.
    ///
    /// - Throws: `invalid_configuration`.
    public static func make(options: TransportOptions = TransportOptions()) throws(AuthError) -> any HTTPTransport {
      throw missing
    }

    /// Throws, because this system has no HTTP client that the package can use.
    ///
    /// - Throws: `invalid_configuration`.
    public static func libraryVersion() throws(AuthError) -> String {
      throw missing
    }

    private static let missing = AuthError(
      .invalidConfiguration,
      "This package has no HTTP client for this system. Pass your own HTTPTransport to "
        + "ClientServices.standard(for:transport:).")
  }
#endif

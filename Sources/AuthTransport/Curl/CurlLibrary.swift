#if canImport(Glibc) || canImport(Musl)
  import AuthCore
  import CCurl

  /// Loads libcurl at run time.
  enum CurlLibrary {
    /// Loads the library, if it is not loaded yet.
    ///
    /// - Throws: `invalid_configuration` when the library is missing, lacks a function, or cannot be initialised. The
    ///   message names the package to install.
    static func load(_ name: String) throws(AuthError) {
      let size = 512
      let reason: String? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
        guard let message = buffer.baseAddress else { return "no memory" }
        message.initialize(repeating: 0, count: size)
        return lk_curl_load(name, message, size) == 0 ? nil : String(cString: message)
      }
      if let reason {
        throw AuthError(
          .invalidConfiguration,
          "HTTP needs libcurl, and \(name) could not be loaded. \(remedy)", underlying: reason)
      }
    }

    #if canImport(Musl)
      private static let remedy: String = """
        A static program cannot load libraries: pass your own HTTPTransport to \
        ClientServices.standard(for:transport:).
        """
    #else
      private static let remedy: String = """
        Install it: on Debian and Ubuntu `apt install libcurl4`, on Fedora `dnf install libcurl`, on Alpine \
        `apk add libcurl`.
        """
    #endif
  }
#endif

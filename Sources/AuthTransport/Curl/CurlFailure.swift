#if canImport(Glibc) || canImport(Musl)
  import AuthCore
  import CCurl

  /// Maps a CURLcode to an error for the caller.
  enum CurlFailure {
    /// Returns the error for a transfer that ended with `code`. `detail` is libcurl's own description.
    static func error(code: Int32, origin: Origin, detail: String) -> AuthError {
      let kind = kind(of: code)
      let text =
        switch kind {
        case .timeout: "\(origin) did not respond in time. Try again."
        case .tls: "No secure connection to \(origin)\(hint(code))."
        case .malformedResponse: "\(origin) sent a response that is not HTTP. Check the address."
        case .responseTooLarge: "The response from \(origin) is larger than libcurl accepts. Check the address."
        case .invalidRequest: "libcurl cannot send a request to \(origin). Check the address."
        case .internalError: "libcurl could not allocate memory. Free memory, and try again."
        default: network(code, origin)
        }
      return AuthError(kind, text, underlying: "libcurl \(code)" + (isSafeToShow(code) ? ": " + detail : ""))
    }

    /// Returns the error for a response whose header fields are larger than allowed.
    static func headTooLarge(origin: Origin, limit: Int) -> AuthError {
      AuthError(
        .responseTooLarge,
        "The header fields of the response from \(origin) are larger than \(limit) bytes. Check the address.")
    }

    /// Returns the error for a response whose body is larger than allowed.
    static func tooLarge(origin: Origin, limit: Int) -> AuthError {
      AuthError(
        .responseTooLarge,
        "The response from \(origin) is larger than \(limit) bytes. Check the address, or raise responseSizeLimit.")
    }

    static func kind(of code: Int32) -> AuthError.Code {
      switch Int(code) {
      case LK_OPERATION_TIMEDOUT: .timeout
      case LK_SSL_CONNECT_ERROR, LK_SSL_ENGINE_NOTFOUND, LK_SSL_ENGINE_SETFAILED, LK_SSL_CERTPROBLEM, LK_SSL_CIPHER,
        LK_PEER_FAILED_VERIFICATION, LK_USE_SSL_FAILED, LK_SSL_ENGINE_INITFAILED, LK_SSL_CACERT_BADFILE,
        LK_SSL_SHUTDOWN_FAILED, LK_SSL_CRL_BADFILE, LK_SSL_ISSUER_ERROR, LK_SSL_PINNEDPUBKEYNOTMATCH,
        LK_SSL_INVALIDCERTSTATUS, LK_SSL_CLIENTCERT:
        .tls
      // The scheme was checked before, so libcurl's "unsupported protocol" means a response without a head.
      case LK_WEIRD_SERVER_REPLY, LK_BAD_CONTENT_ENCODING, LK_HTTP2, LK_UNSUPPORTED_PROTOCOL: .malformedResponse
      case LK_FILESIZE_EXCEEDED: .responseTooLarge
      case LK_URL_MALFORMAT: .invalidRequest
      case LK_OUT_OF_MEMORY: .internalError
      default: .network
      }
    }

    private static func network(_ code: Int32, _ origin: Origin) -> String {
      switch Int(code) {
      case LK_COULDNT_RESOLVE_HOST:
        "The name of the host of \(origin) cannot be resolved. Check the host in the address, and the network's DNS."
      case LK_COULDNT_RESOLVE_PROXY:
        "The name of the proxy for \(origin) cannot be resolved. Check transport.proxy."
      case LK_COULDNT_CONNECT:
        "The connection to \(origin) was refused or could not be opened. Check that the server runs, the host and the "
          + "port in the address, and any firewall or proxy between."
      default:
        "The connection to \(origin) could not be opened, or was lost before the response was complete. Check the "
          + "network."
      }
    }

    private static func hint(_ code: Int32) -> String {
      switch Int(code) {
      case LK_PEER_FAILED_VERIFICATION:
        ": its certificate is not trusted, has expired, or belongs to another host. Check the host in the address. If "
          + "a private authority issued the certificate, add the authority's root to transport.additionalRoots"
      case LK_SSL_PINNEDPUBKEYNOTMATCH: ": its public key is not a pinned key. Check transport.pinnedPublicKeys"
      case LK_SSL_CACERT_BADFILE:
        ": the file of transport.additionalRoots cannot be read as PEM. Check its path, its permissions and its content"
      case LK_SSL_CERTPROBLEM:
        ": the files of transport.clientCertificates cannot be used. Check their paths, permissions and content, and "
          + "that the key belongs to the certificate"
      default: ": the TLS handshake failed. Check the address and the server's TLS setup"
      }
    }

    /// Returns whether an error may contain libcurl's description. For these codes, the description contains only host
    /// names, ports and certificates; for others, it may quote the server.
    private static func isSafeToShow(_ code: Int32) -> Bool {
      [
        LK_COULDNT_RESOLVE_HOST, LK_COULDNT_RESOLVE_PROXY, LK_COULDNT_CONNECT, LK_SSL_CONNECT_ERROR,
        LK_PEER_FAILED_VERIFICATION, LK_SSL_CACERT_BADFILE,
      ].contains(Int(code))
    }
  }
#endif

#if canImport(Darwin)
  import AuthCore
  import Foundation

  /// Maps a URLError to an error for the caller.
  enum SessionFailure {
    static func error(_ code: URLError.Code, origin: Origin) -> AuthError {
      let kind = kind(of: code)
      let text =
        switch kind {
        case .cancelled:
          "The request was cancelled: its task was cancelled, or the transport was released. Send "
            + "it again if you still need the response."
        case .timeout: "\(origin) did not respond in time. Try again."
        case .tls:
          "No secure connection to \(origin): the TLS handshake failed. Check the address and the server's TLS setup."
        case .malformedResponse: "\(origin) sent a response that is not HTTP. Check the address."
        case .responseTooLarge: "The response from \(origin) is larger than URLSession accepts. Check the address."
        case .invalidRequest: "URLSession cannot send a request to \(origin). Check the address."
        default: network(code, origin)
        }
      return AuthError(kind, text, underlying: "URLError \(code.rawValue)")
    }

    private static func network(_ code: URLError.Code, _ origin: Origin) -> String {
      switch code {
      case .cannotFindHost, .dnsLookupFailed:
        "The name of the host of \(origin) cannot be resolved. Check the host in the address, and the network's DNS."
      case .cannotConnectToHost:
        "The connection to \(origin) was refused or could not be opened. Check that the server runs, the host and the "
          + "port in the address, and any firewall or proxy between."
      default:
        "The connection to \(origin) could not be opened, or was lost before the response was complete. Check the "
          + "network."
      }
    }

    private static func kind(of code: URLError.Code) -> AuthError.Code {
      switch code {
      case .cancelled: .cancelled
      case .timedOut: .timeout
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
        .tls
      case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData: .malformedResponse
      case .badURL, .unsupportedURL: .invalidRequest
      case .dataLengthExceedsMaximum: .responseTooLarge
      default: .network
      }
    }
  }
#endif

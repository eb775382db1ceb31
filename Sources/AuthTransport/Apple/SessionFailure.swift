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
        default:
          "The connection to \(origin) could not be opened, or was lost before the response was complete. Check the "
            + "network."
        }
      return AuthError(kind, text, underlying: "URLError \(code.rawValue)")
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

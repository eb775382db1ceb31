public import AuthCore

/// The body of a back-channel logout request (OpenID Connect Back-Channel Logout 1.0 §2.5).
public struct BackChannelLogoutRequest: Sendable {
  /// The logout token. It is not verified yet.
  public let logoutToken: String

  /// The size in bytes of the largest accepted body: the largest token in percent encoding, and the
  /// parameter's name.
  public static let maximumByteCount = 32_768

  /// Reads a body of the type `application/x-www-form-urlencoded`. Other parameters are ignored.
  ///
  /// - Throws: `invalid_request` for a body that is too large, is not such a form, or does not have exactly one
  ///   `logout_token`.
  public init(form body: [UInt8]) throws(AuthError) {
    guard body.count <= Self.maximumByteCount, let text = String(strictUTF8: body),
      let fields = PercentEncoding.decodeForm(text)
    else {
      throw AuthError(
        .invalidRequest,
        "The body of the logout request is larger than \(Self.maximumByteCount) bytes, or is not a form. Send "
          + "logout_token as application/x-www-form-urlencoded.")
    }
    let tokens = fields.filter { $0.name == "logout_token" }
    guard tokens.count == 1, let token = tokens.first?.value, !token.isEmpty else {
      throw AuthError(.invalidRequest, "The logout request does not have exactly one parameter logout_token. Send one.")
    }
    logoutToken = token
  }
}

extension BackChannelLogoutRequest: Redacting {
  /// The length of the token.
  public var shownParts: KeyValuePairs<String, String> { ["logoutToken": "\(logoutToken.utf8.count) bytes"] }
}

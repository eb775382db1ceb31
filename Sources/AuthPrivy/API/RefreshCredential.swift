import AuthCore

/// The credential that renews and ends a session.
enum RefreshCredential: Sendable, Equatable {
  /// The refresh token of the response.
  case token(Secret)
  /// The value of an HttpOnly cookie. The app's sessions then use cookies, and the refresh token in a response is the
  /// placeholder `deprecated` (P51).
  case cookie(Secret)

  /// The name of the cookie that contains the refresh token.
  static let cookieName = "privy-refresh-token"
  /// The text of `refresh_token` in requests and responses of an app whose sessions use cookies.
  static let placeholder = "deprecated"
  /// The name of the cookie's value in `Session.tokens.other`.
  static let cookieToken = "privy_refresh_cookie"

  /// The credential of a session; nil if the session has neither a refresh token nor the cookie.
  init?(_ session: Session) {
    if let value = session.tokens.other[Self.cookieToken] {
      self = .cookie(value)
    } else if let token = session.tokens.refresh {
      self = .token(token)
    } else {
      return nil
    }
  }

  /// The credential in a response; nil if the response has no refresh token, or has the placeholder but no cookie whose
  /// value can be sent back.
  ///
  /// - Throws: `malformed_response` if the refresh token is not a token.
  init?(_ answer: JSONValue, headers: HTTPHeaders) throws(AuthError) {
    guard let token = try answer.privyToken("refresh_token") else { return nil }
    guard token.revealText() == Self.placeholder else {
      self = .token(token)
      return
    }
    guard let value = Self.cookie(in: headers) else { return nil }
    self = .cookie(value)
  }

  /// The members of a request's body for the credential. A cookie is sent in the header (`cookieHeader`).
  var body: JSONObject {
    switch self {
    case .token(let token): ["refresh_token": .string(token.revealText())]
    case .cookie: ["refresh_token": .string(Self.placeholder)]
    }
  }

  /// The value of the `Cookie` header field with the credential; nil for a refresh token.
  var cookieHeader: String? {
    guard case .cookie(let value) = self else { return nil }
    return Self.cookieName + "=" + value.revealText()
  }

  /// The cookie's value, from the pair before the first semicolon (RFC 6265 §5.2). Apple's systems join several fields
  /// with commas. A comma in the date of an expiry is harmless, because no part after it begins with the cookie's name.
  private static func cookie(in headers: HTTPHeaders) -> Secret? {
    for field in headers.values(of: "Set-Cookie").flatMap({ $0.split(separator: ",") }) {
      let pair = field.drop { $0 == " " }.prefix { $0 != ";" }
      guard let equals = pair.firstIndex(of: "="), pair[..<equals] == cookieName else { continue }
      let value = String(pair[pair.index(after: equals)...])
      // Accept only characters that cannot add anything else to the header field that sends the value back.
      guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x2C && $0 != 0x22 }) else {
        return nil
      }
      return Secret(value)
    }
    return nil
  }
}

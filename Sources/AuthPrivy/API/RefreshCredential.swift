import AuthCore

/// What a session is renewed and ended with.
enum RefreshCredential: Sendable, Equatable {
  /// The refresh token of the answer.
  case token(Secret)
  /// The value of a cookie that only servers read: the app's sessions live in cookies, and the refresh token of an
  /// answer is the text `deprecated` (P51).
  case cookie(Secret)

  /// The name of that cookie.
  static let cookieName = "privy-refresh-token"
  /// What stands in the place of a refresh token that does not count.
  static let placeholder = "deprecated"
  /// The cookie's value, by its name in `Session.tokens.other`.
  static let cookieToken = "privy_refresh_cookie"

  /// The one that a session holds; nil where it has none.
  init?(_ session: Session) {
    if let value = session.tokens.other[Self.cookieToken] {
      self = .cookie(value)
    } else if let token = session.tokens.refresh {
      self = .token(token)
    } else {
      return nil
    }
  }

  /// The one that an answer gives; nil where it gives none.
  init?(_ answer: JSONValue, headers: HTTPHeaders) {
    guard let token = answer.privySecret("refresh_token") else { return nil }
    guard token.revealText() == Self.placeholder else {
      self = .token(token)
      return
    }
    guard let value = Self.cookie(in: headers) else { return nil }
    self = .cookie(value)
  }

  /// The body of the request that shows it.
  var body: JSONObject {
    switch self {
    case .token(let token): ["refresh_token": .string(token.revealText())]
    case .cookie: ["refresh_token": .string(Self.placeholder)]
    }
  }

  /// The header field that shows it.
  var cookieHeader: String? {
    guard case .cookie(let value) = self else { return nil }
    return Self.cookieName + "=" + value.revealText()
  }

  /// RFC 6265 §5.2: the pair before the first semicolon. Apple's systems give several fields as one, joined by commas;
  /// the comma in an expiry's date separates nothing that begins with the cookie's name.
  private static func cookie(in headers: HTTPHeaders) -> Secret? {
    for field in headers.values(of: "Set-Cookie").flatMap({ $0.split(separator: ",") }) {
      let pair = field.drop { $0 == " " }.prefix { $0 != ";" }
      guard let equals = pair.firstIndex(of: "="), pair[..<equals] == cookieName else { continue }
      let value = String(pair[pair.index(after: equals)...])
      // Nothing that could stand for more than a value in the header field that it goes back in.
      guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x2C && $0 != 0x22 }) else {
        return nil
      }
      return Secret(value)
    }
    return nil
  }
}

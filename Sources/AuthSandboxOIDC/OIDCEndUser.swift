import AuthCore

/// A user of the provider.
struct OIDCEndUser: Sendable {
  /// `sub`, which never changes.
  let subject: String
  /// The e-mail address or name that the user entered.
  let identifier: String
  /// Seconds since 1970.
  let createdAt: Int64

  /// Whether the identifier is an e-mail address.
  var email: String? { identifier.contains("@") ? identifier : nil }

  /// The claims of scopes (OpenID Connect Core §5.4).
  func claims(_ scopes: [String]) -> JSONObject {
    var claims = JSONObject()
    if scopes.contains("profile") {
      claims["name"] = .string(identifier.prefix { $0 != "@" }.titled)
      claims["preferred_username"] = .string(identifier)
      claims["updated_at"] = .integer(createdAt)
    }
    if scopes.contains("email"), let email {
      claims["email"] = .string(email)
      claims["email_verified"] = true
    }
    return claims
  }
}

extension StringProtocol {
  /// The text with its first letter in upper case.
  fileprivate var titled: String { prefix(1).uppercased() + dropFirst() }
}

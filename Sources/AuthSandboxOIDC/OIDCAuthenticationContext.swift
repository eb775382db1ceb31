/// How strongly a user authenticated (`acr`, `amr`).
enum OIDCAuthenticationContext: Int, Sendable, CaseIterable, Comparable {
  /// The user entered or chose an identifier at the page.
  case one = 1
  /// The user also entered a code from an e-mail.
  case two = 2

  /// The value of `acr`.
  var name: String { self == .one ? "urn:latchkey:sandbox:one" : "urn:latchkey:sandbox:two" }
  /// The values of `amr` (RFC 8176 §2).
  var references: [String] { self == .one ? ["user"] : ["user", "otp", "mfa"] }

  init?(name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  static func < (left: OIDCAuthenticationContext, right: OIDCAuthenticationContext) -> Bool {
    left.rawValue < right.rawValue
  }
}

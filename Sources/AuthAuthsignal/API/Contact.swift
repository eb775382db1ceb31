import AuthCore

/// Where a code can go, checked for its form: neither the vendor's SDKs nor, in time, its server do that (Authsignal
/// protocol notes §8).
enum Contact: Sendable, Hashable {
  /// An e-mail address.
  case email(String)
  /// A phone number in E.164 form: `+` and 8 to 15 digits.
  case phone(String)

  /// An e-mail address; nil for a text that can be none.
  init?(email: String) {
    let text = email.trimmingBlanks
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= 254,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F })
    else { return nil }
    self = .email(text)
  }

  /// A phone number; blanks, dots, dashes and parentheses do not count.
  init?(phone: String) {
    let digits = phone.trimmingBlanks.filter { !" -.()".contains($0) }
    guard digits.hasPrefix("+"), !digits.hasPrefix("+0"), (9...16).contains(digits.utf8.count),
      digits.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    self = .phone(digits)
  }

  /// What `identifier` is by its form; nil when it is neither.
  init?(_ identifier: String) {
    guard let contact = Contact(email: identifier) ?? Contact(phone: identifier) else { return nil }
    self = contact
  }

  /// The address or number.
  var value: String {
    switch self {
    case .email(let value), .phone(let value): value
    }
  }

  /// The method that fits.
  var method: CodeMethod {
    switch self {
    case .email: .email
    case .phone: .sms
    }
  }
}

import AuthCore

/// A user's address, which identifies the user: a normalised e-mail address, a telephone number or, if the policy
/// `usernames` is on, a user name. DESIGN H97: the rules for user names are the sandbox's own, and the outbox lists
/// messages to such a user under the user name.
enum HawcxAddress: Sendable, Hashable {
  /// An e-mail address in lower case, at most 254 bytes.
  case email(String)
  /// A telephone number in E.164 format: `+` and 7 to 15 digits, of which the first is not 0.
  case phone(String)
  /// A user name: 1 to 64 ASCII letters in lower case, digits, `.`, `_` and `-`.
  case userName(String)

  /// Reads an address from a user's input, without the white space around it and in lower case; nil if the text is not
  /// an address. User names are read only if `takesUserNames` is true.
  init?(_ text: String, takesUserNames: Bool = false) {
    let trimmed = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    let text = String(trimmed).lowercased()
    if let phone = Self.phoneNumber(text) {
      self = .phone(phone)
    } else if Self.isEmail(text) {
      self = .email(text)
    } else if takesUserNames, Self.isUserName(text) {
      self = .userName(text)
    } else {
      return nil
    }
  }

  /// The address as text.
  var text: String {
    switch self {
    case .email(let text), .phone(let text), .userName(let text): text
    }
  }

  /// The masked address, for callers who have not verified the address: `a***@example.com` (H35), `+1***4567`.
  var masked: String {
    switch self {
    case .email(let text):
      let halves = text.split(separator: "@", maxSplits: 1)
      guard halves.count == 2, let local = halves[0].first else { return "***" }
      return "\(local)***@\(halves[1])"
    case .phone(let text): return text.prefix(2) + "***" + text.suffix(4)
    case .userName(let text): return text.prefix(1) + "***"
    }
  }

  /// The number in E.164 format, without the spaces and punctuation that users type; nil for any other text.
  static func phoneNumber(_ text: String) -> String? {
    let digits = text.filter { !" -().".contains($0) }
    guard digits.first == "+", (8...16).contains(digits.utf8.count), digits.dropFirst().first != "0",
      digits.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return digits
  }

  private static func isUserName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }

  private static func isEmail(_ text: String) -> Bool {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty, text.utf8.count <= 254 else { return false }
    let labels = halves[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}

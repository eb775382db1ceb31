import AuthCore

/// The forms of identifiers, by the rules that the vendor's clients use to choose a method (H87).
enum HawcxIdentifier {
  /// The identifier that a prompt asks for.
  enum Kind: Sendable {
    case email, phone
    /// A user name, an e-mail address or a telephone number.
    case any

    /// The kind of identifier that `text` looks like.
    init(_ text: String) {
      self = isPhoneLike(text) ? .phone : isEmailLike(text) ? .email : .any
    }
  }

  /// Returns whether `text` has the form `local@domain.tld`, where the last label has 2 to 64 letters.
  static func isEmailLike(_ text: String) -> Bool {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty, text.utf8.allSatisfy({ isEmailByte($0) || $0 == 0x40 }) else {
      return false
    }
    let labels = halves[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }), let top = labels.last else { return false }
    return (2...64).contains(top.utf8.count) && top.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
  }

  /// Returns whether `text` consists only of digits, `+`, `-`, parentheses, dots and spaces, with at least seven
  /// digits, or eight if it begins with `+`.
  static func isPhoneLike(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x28, 0x29, 0x2E, 0x20].contains($0)
    }
    return isPlain && text.utf8.filter { (0x30...0x39).contains($0) }.count >= (text.hasPrefix("+") ? 8 : 7)
  }

  /// Returns whether `text` is a number in E.164: `^\+[1-9][0-9]{6,14}$` (H29).
  static func isE164(_ text: String) -> Bool {
    guard text.hasPrefix("+") else { return false }
    let digits = text.utf8.dropFirst()
    return (7...15).contains(digits.count) && digits.first != 0x30 && digits.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isEmailByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x25, 0x2B, 0x2D: true
    default: false
    }
  }
}

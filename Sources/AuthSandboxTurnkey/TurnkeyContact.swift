import AuthSandboxKit

/// An e-mail address or phone number to which codes are sent, normalised for comparison.
struct TurnkeyContact: Sendable, Hashable {
  enum Kind: String, Sendable {
    case email = "OTP_TYPE_EMAIL"
    case sms = "OTP_TYPE_SMS"
    case whatsapp = "OTP_TYPE_WHATSAPP"

    var channel: Outbox.Channel {
      switch self {
      case .email: .email
      case .sms: .sms
      case .whatsapp: .whatsapp
      }
    }
  }

  let kind: Kind
  /// An e-mail address in lower case, or a phone number in E.164 format.
  let address: String

  /// Reads the contact in a request; nil if the type is unknown or the contact is malformed.
  init?(type: String, contact: String) {
    guard let kind = Kind(rawValue: type) else { return nil }
    self.kind = kind
    switch kind {
    case .email:
      guard let address = Self.email(contact) else { return nil }
      self.address = address
    case .sms, .whatsapp:
      guard let address = Self.phone(contact) else { return nil }
      self.address = address
    }
  }

  static func email(_ text: String) -> String? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), !parts[1].hasPrefix("."),
      !parts[1].hasSuffix("."), text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), text.utf8.count <= 254
    else { return nil }
    return text.lowercased()
  }

  static func phone(_ text: String) -> String? {
    let bare = text.filter { !" -()".contains($0) }
    guard bare.hasPrefix("+"), (8...16).contains(bare.utf8.count),
      bare.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return bare
  }

  /// Whether the contact is one of the vendor's test contacts. A six-digit numeric code for such a contact is always
  /// 000000 (T82).
  var isTestAddress: Bool {
    kind == .email ? address == "user@example.com" : address == "+19999999999"
  }

  /// Whether the contact is the user's e-mail address or phone number.
  func belongs(to user: TurnkeyUser) -> Bool {
    kind == .email
      ? user.email.flatMap(Self.email) == address : user.phone.flatMap(Self.phone) == address
  }
}

import AuthCore

/// Where a one-time code goes: an e-mail address or a phone number, checked for its form.
struct Contact: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case email
    case phone
  }

  let kind: Kind
  /// The address as typed without surrounding blanks; the number in E.164 form.
  let value: String

  /// An e-mail address; nil for a text that can be none.
  init?(email: String) {
    let text = email.trimmingBlanks
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= 254,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F })
    else { return nil }
    kind = .email
    value = text
  }

  /// A phone number with its country code; blanks, dots, dashes and parentheses do not count.
  init?(phone: String) {
    let digits = phone.trimmingBlanks.filter { !" -.()".contains($0) }
    guard digits.hasPrefix("+"), (8...16).contains(digits.utf8.count),
      digits.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }), !digits.hasPrefix("+0")
    else { return nil }
    kind = .phone
    value = digits
  }

  /// What `identifier` is, for a method or, without one, by its form.
  init?(_ identifier: String, method: MethodID?) {
    switch method {
    case MethodID.emailOTP?: self.init(email: identifier)
    case MethodID.smsOTP?: self.init(phone: identifier)
    default:
      guard let contact = Contact(email: identifier) ?? Contact(phone: identifier) else { return nil }
      self = contact
    }
  }

  /// The method that sends a code there.
  var method: MethodID { kind == .email ? .emailOTP : .smsOTP }
  /// How a code travels there.
  var channel: CodePrompt.Channel { kind == .email ? .email : .sms }
  /// The vendor's name of the method (v1InitOtpV2Request.otpType).
  var otpType: String { kind == .email ? "OTP_TYPE_EMAIL" : "OTP_TYPE_SMS" }
  /// The vendor's name of the kind of search (v1GetAccountRequest.filterType).
  var filterType: String { kind == .email ? "EMAIL" : "PHONE_NUMBER" }

  /// Whether the vendor means the same contact: case and the way a number is written do not count.
  func isSame(as other: String) -> Bool {
    switch kind {
    case .email: other.trimmingBlanks.lowercased() == value.lowercased()
    case .phone: Contact(phone: other)?.value == value
    }
  }
}

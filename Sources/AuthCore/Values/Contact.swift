/// An address for a code: an e-mail address or a phone number. Its form is checked before anything is sent.
public struct Contact: Sendable, Hashable {
  /// A kind of contact.
  public enum Kind: Sendable, Hashable {
    /// An e-mail address.
    case email
    /// A phone number.
    case phone
  }

  /// The kind of this contact.
  public let kind: Kind
  /// The address as typed without white space at its ends; the number in E.164 form.
  public let value: String

  /// Creates an e-mail address; nil for a string that cannot be one. It needs one `@` with text on both sides and no
  /// spaces. Only the vendor can find out whether mail arrives.
  public init?(email: String) {
    let text = email.trimmingBlanks
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    // 254 bytes: RFC 5321 §4.5.3.1.3, erratum 1690.
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= 254,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F })
    else { return nil }
    kind = .email
    value = text
  }

  /// Creates a phone number with its country code (ITU-T E.164: `+`, 8 to 15 digits); spaces, dots, dashes and
  /// parentheses are ignored.
  public init?(phone: String) {
    let digits = phone.trimmingBlanks.filter { !" -.()".contains($0) }
    guard digits.hasPrefix("+"), !digits.hasPrefix("+0"), (9...16).contains(digits.utf8.count),
      digits.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    kind = .phone
    value = digits
  }

  /// Creates an e-mail address or a phone number, depending on the form of `identifier`; nil if it has neither form.
  public init?(_ identifier: String) {
    guard let contact = Contact(email: identifier) ?? Contact(phone: identifier) else { return nil }
    self = contact
  }

  /// Creates the kind of contact that `method` needs. For any other method, or for nil, the form of `identifier`
  /// decides.
  public init?(_ identifier: String, method: MethodID?) {
    switch method {
    case MethodID.emailOTP?: self.init(email: identifier)
    case MethodID.smsOTP?, MethodID.whatsAppOTP?: self.init(phone: identifier)
    default: self.init(identifier)
    }
  }
}

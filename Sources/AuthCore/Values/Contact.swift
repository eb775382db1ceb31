/// An address to which a code can be sent: an e-mail address or a phone number. The initialisers check its form, so
/// that no request is sent for an address that cannot exist.
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
  /// The e-mail address as typed, without the white space at both ends; or the phone number in E.164 format.
  public let value: String

  /// Creates an e-mail address, after removing white space at both ends. The result is nil unless the string has
  /// exactly one `@` with text on both sides, at most 254 bytes, no white space and no ASCII control character. The
  /// check is not stricter, because only the vendor can determine whether mail arrives.
  public init?(email: String) {
    let text = email.trimmingBlanks
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    // A path of SMTP has at most 256 octets, including its two angle brackets (RFC 5321 §4.5.3.1.3). That leaves 254
    // for the address (RFC 3696, erratum 1690).
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= 254,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F })
    else { return nil }
    kind = .email
    value = text
  }

  /// Creates a phone number with its country code. Spaces, dots, hyphens and parentheses, and white space at both ends,
  /// are removed. The result is nil unless a `+` and 8 to 15 ASCII digits remain, of which the first is not 0.
  ///
  /// ITU-T E.164 sets the maximum of 15 digits and does not assign a country code that begins with 0. The minimum of 8
  /// digits is a choice of this package: it finds incomplete numbers.
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

  /// Creates an e-mail address for `email_otp`, and a phone number for `sms_otp` and `whatsapp_otp`. For any other
  /// method and for nil, the form of `identifier` decides. The result is nil if `identifier` does not have that form.
  public init?(_ identifier: String, method: MethodID?) {
    switch method {
    case MethodID.emailOTP?: self.init(email: identifier)
    case MethodID.smsOTP?, MethodID.whatsAppOTP?: self.init(phone: identifier)
    default: self.init(identifier)
    }
  }
}

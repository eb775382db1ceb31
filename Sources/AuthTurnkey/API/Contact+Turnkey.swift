import AuthCore

extension Contact {
  /// The method that sends a code to this contact.
  var method: MethodID { kind == .email ? .emailOTP : .smsOTP }
  /// The channel of a code to this contact.
  var channel: CodePrompt.Channel { kind == .email ? .email : .sms }
  /// The vendor's name for the method (v1InitOtpV2Request.otpType).
  var otpType: String { kind == .email ? "OTP_TYPE_EMAIL" : "OTP_TYPE_SMS" }
  /// The vendor's name for the kind of search (v1GetAccountRequest.filterType).
  var filterType: String { kind == .email ? "EMAIL" : "PHONE_NUMBER" }

  /// Whether the vendor treats `other` as the same contact. The case of an address and the format of a number do not
  /// matter.
  func isSame(as other: String) -> Bool {
    switch kind {
    case .email: other.trimmingBlanks.lowercased() == value.lowercased()
    case .phone: Contact(phone: other)?.value == value
    }
  }
}

import AuthCore

/// The methods that use a code, by the vendor's names (A16, A55).
enum CodeMethod: Sendable, Hashable, CaseIterable {
  case email, sms, whatsApp, totp

  init?(_ method: MethodID) {
    guard let known = Self.allCases.first(where: { $0.id == method }) else { return nil }
    self = known
  }

  /// The name in this package.
  var id: MethodID {
    switch self {
    case .email: .emailOTP
    case .sms: .smsOTP
    case .whatsApp: .whatsAppOTP
    case .totp: .totp
    }
  }

  /// The display name.
  var label: String {
    switch self {
    case .email: "E-mail"
    case .sms: "SMS"
    case .whatsApp: "WhatsApp"
    case .totp: "Authenticator app"
    }
  }

  /// The path segment after `user-authenticators/`, `challenge/` and `verify/`.
  var segment: String {
    switch self {
    case .email: "email-otp"
    case .sms: "sms"
    case .whatsApp: "whatsapp"
    case .totp: "totp"
    }
  }

  /// The channel by which codes are sent; nil if no code is sent.
  var channel: CodePrompt.Channel? {
    switch self {
    case .email: .email
    case .sms: .sms
    case .whatsApp: .whatsapp
    case .totp: nil
    }
  }

  /// The kind of contact that receives codes; nil if no code is sent.
  var contactKind: Contact.Kind? {
    switch self {
    case .email: .email
    case .sms, .whatsApp: .phone
    case .totp: nil
    }
  }

  /// Whether a client can enrol the method. The vendor's API has no call that enrols WhatsApp (A23).
  var isEnrollable: Bool { self != .whatsApp }

  /// Whether an enrolled authenticator can be used for this method. WhatsApp uses the number that was enrolled for SMS
  /// (A23).
  func isServed(by authenticator: Authenticator) -> Bool {
    switch (self, authenticator.verificationMethod) {
    case (.email, "EMAIL_OTP"), (.sms, "SMS"), (.whatsApp, "WHATSAPP"), (.whatsApp, "SMS"),
      (.totp, "AUTHENTICATOR_APP"):
      true
    default: false
    }
  }
}

import AuthCore
import AuthSandboxKit

/// A method; the raw value is its name in `verificationMethod` (A21).
enum AuthsignalMethod: String, Sendable, CaseIterable {
  case emailOTP = "EMAIL_OTP"
  case emailMagicLink = "EMAIL_MAGIC_LINK"
  case sms = "SMS"
  case whatsApp = "WHATSAPP"
  case authenticatorApp = "AUTHENTICATOR_APP"
  case passkey = "PASSKEY"
  case securityKey = "SECURITY_KEY"
  case push = "PUSH"
  // A55 is the source of this name.
  case qrCode = "QR_CODE"
  case inApp = "IN_APP"

  /// The method's segment in the paths of the client API (A16).
  var segment: String {
    switch self {
    case .emailOTP: "email-otp"
    case .emailMagicLink: "email-magic-link"
    case .sms: "sms"
    case .whatsApp: "whatsapp"
    case .authenticatorApp: "totp"
    case .passkey: "passkey"
    case .securityKey: "security-key"
    case .push: "push"
    case .qrCode: "qr-code"
    case .inApp: "in-app"
    }
  }

  /// The methods with a WebAuthn credential, whose calls have another form (A27, A111).
  static let webAuthn: [AuthsignalMethod] = [.passkey, .securityKey]

  /// Creates the method with a segment; nil for passkeys and security keys, and for an unknown segment.
  init?(segment: String) {
    guard let known = Self.allCases.first(where: { !Self.webAuthn.contains($0) && $0.segment == segment }) else {
      return nil
    }
    self = known
  }

  /// `allowedVerificationMethods`: all methods.
  static var allowed: JSONValue { .array(allCases.map { .string($0.rawValue) }) }

  /// The channel of the method's codes; nil if it sends none.
  var channel: Outbox.Channel? {
    switch self {
    case .emailOTP: .email
    case .sms: .sms
    case .whatsApp: .whatsapp
    case .emailMagicLink, .authenticatorApp, .passkey, .securityKey, .push, .qrCode, .inApp: nil
    }
  }

  /// The member of a user or an authenticator that contains the method's address.
  var addressMember: String { [.emailOTP, .emailMagicLink].contains(self) ? "email" : "phoneNumber" }

  /// Whether a device proves the method with its own key (A37).
  var isDeviceKey: Bool { [.push, .qrCode, .inApp].contains(self) }

  /// The method of the authenticator that this method uses: WhatsApp uses the number that was enrolled for SMS (A23).
  var enrolledAs: AuthsignalMethod { self == .whatsApp ? .sms : self }
}

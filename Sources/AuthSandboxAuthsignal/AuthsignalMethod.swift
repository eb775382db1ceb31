import AuthCore
import AuthSandboxKit

/// A method by the name that `verificationMethod` has (A21).
enum AuthsignalMethod: String, Sendable, CaseIterable {
  case emailOTP = "EMAIL_OTP"
  case sms = "SMS"
  case whatsApp = "WHATSAPP"
  case authenticatorApp = "AUTHENTICATOR_APP"
  case passkey = "PASSKEY"
  case push = "PUSH"
  // A55.
  case qrCode = "QR_CODE"
  case inApp = "IN_APP"

  /// The last segment of the client API's paths (A16).
  var segment: String {
    switch self {
    case .emailOTP: "email-otp"
    case .sms: "sms"
    case .whatsApp: "whatsapp"
    case .authenticatorApp: "totp"
    case .passkey: "passkey"
    case .push: "push"
    case .qrCode: "qr-code"
    case .inApp: "in-app"
    }
  }

  /// The method of a segment; nil for passkeys, whose calls have another form, and for any other text.
  init?(segment: String) {
    guard let known = Self.allCases.first(where: { $0 != .passkey && $0.segment == segment }) else { return nil }
    self = known
  }

  static var allowed: JSONValue { .array(allCases.map { .string($0.rawValue) }) }

  /// The channel of its codes; nil if it sends no code.
  var channel: Outbox.Channel? {
    switch self {
    case .emailOTP: .email
    case .sms: .sms
    case .whatsApp: .whatsapp
    case .authenticatorApp, .passkey, .push, .qrCode, .inApp: nil
    }
  }

  /// Whether a device proves it with its own key (A37).
  var isDeviceKey: Bool { [.push, .qrCode, .inApp].contains(self) }

  /// WhatsApp has no separate enrolment: it uses the number that was enrolled for SMS (A23).
  var enrolledAs: AuthsignalMethod { self == .whatsApp ? .sms : self }
}

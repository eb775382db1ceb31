import AuthCore
import AuthCrypto
import AuthPasskey

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
  init?(segment: String) {
    switch segment {
    case "email-otp": self = .emailOTP
    case "sms": self = .sms
    case "whatsapp": self = .whatsApp
    case "totp": self = .authenticatorApp
    case "push": self = .push
    case "qr-code": self = .qrCode
    case "in-app": self = .inApp
    default: return nil
    }
  }

  static var allowed: JSONValue { .array(allCases.map { .string($0.rawValue) }) }

  /// How a code travels; nil where none is sent.
  var channel: Outbox.Channel? {
    switch self {
    case .emailOTP: .email
    case .sms: .sms
    case .whatsApp: .whatsapp
    case .authenticatorApp, .passkey, .push, .qrCode, .inApp: nil
    }
  }

  /// Whether a device proves it with a key of its own (A37).
  var isDeviceKey: Bool { [.push, .qrCode, .inApp].contains(self) }

  /// WhatsApp has no enrolment of its own: it goes to the number that SMS was enrolled with (A16).
  var enrolledAs: AuthsignalMethod { self == .whatsApp ? .sms : self }
}

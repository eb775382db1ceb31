import AuthCore

/// An authentication method. `email_otp`, `sms_otp` and `totp` are the vendor's ids (H78, H80). GUESS H95: the ids
/// `push`, `qr` and `oauth:<name>`.
enum HawcxMethod: Sendable, Hashable {
  case emailOTP, smsOTP, totp, push, qrCode
  case redirect(String)

  /// The method with the given id; nil if the sandbox does not have it.
  init?(id: String) {
    switch id {
    case "email_otp": self = .emailOTP
    case "sms_otp": self = .smsOTP
    case "totp": self = .totp
    case "push": self = .push
    case "qr": self = .qrCode
    default:
      guard id.hasPrefix("oauth:"), id.utf8.count > 6 else { return nil }
      self = .redirect(String(id.dropFirst(6)))
    }
  }

  var id: String {
    switch self {
    case .emailOTP: "email_otp"
    case .smsOTP: "sms_otp"
    case .totp: "totp"
    case .push: "push"
    case .qrCode: "qr"
    case .redirect(let name): "oauth:" + name
    }
  }

  var label: String {
    switch self {
    case .emailOTP: "Email code"
    case .smsOTP: "Text message"
    case .totp: "Authenticator app"
    case .push: "Approve on your phone"
    case .qrCode: "Scan with your phone"
    case .redirect(let name): "Continue with " + name
    }
  }

  /// The method as an entry of `amr` (RFC 8176 §2, except for `fed`, which that RFC does not define).
  var reference: String {
    switch self {
    case .emailOTP, .totp: "otp"
    case .smsOTP: "sms"
    case .push, .qrCode: "swk"
    case .redirect: "fed"
    }
  }

  /// The method as an entry of a `select_method` step.
  var json: JSONValue { ["id": .string(id), "label": .string(label)] }
}

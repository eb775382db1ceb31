import AuthCore

/// A second factor that is proved by a code.
enum SecondFactor: Sendable, Hashable {
  /// Codes by SMS; with the number where it is a new one.
  case sms(Contact?)
  /// An authenticator app.
  case totp

  /// The routes' common part.
  var route: String {
    switch self {
    case .sms: "mfa/passwordless_sms"
    case .totp: "mfa/totp"
    }
  }

  /// The method that it is.
  var method: MethodID {
    switch self {
    case .sms: .smsOTP
    case .totp: .totp
    }
  }
}

import AuthCore

/// A second factor that is proved by a code.
enum SecondFactor: Sendable, Hashable {
  /// Codes by SMS; with the number where it is a new one.
  case sms(Contact?)
  /// Codes by e-mail; with the address where it is a new one.
  case email(Contact?)
  /// An authenticator app.
  case totp

  /// The routes' common part.
  ///
  /// INFER P82: the vendor's server libraries name the bodies of codes by e-mail; the route is named like its sisters'.
  var route: String {
    switch self {
    case .sms: "mfa/passwordless_sms"
    case .email: "mfa/email"
    case .totp: "mfa/totp"
    }
  }

  /// The method that it is.
  var method: MethodID {
    switch self {
    case .sms: .smsOTP
    case .email: .emailOTP
    case .totp: .totp
    }
  }

  /// Where codes are to go from now on; nil for a factor that is set up.
  var contact: Contact? {
    switch self {
    case .sms(let contact), .email(let contact): contact
    case .totp: nil
    }
  }

  /// The members that name it.
  var contactMembers: JSONObject {
    guard let contact else { return [:] }
    if case .email = self { return ["email_address": .string(contact.value)] }
    return ["phoneNumber": .string(contact.value)]
  }
}

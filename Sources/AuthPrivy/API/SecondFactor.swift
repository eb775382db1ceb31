import AuthCore

/// A second factor that is proved by a code.
enum SecondFactor: Sendable, Hashable {
  /// Codes by SMS; with the number for a new factor.
  case sms(Contact?)
  /// Codes by e-mail; with the address for a new factor.
  case email(Contact?)
  /// An authenticator app.
  case totp

  /// The routes' common part.
  ///
  /// INFER P82: the vendor's server libraries name the bodies for codes by e-mail; the route follows the other routes'
  /// names.
  var route: String {
    switch self {
    case .sms: "mfa/passwordless_sms"
    case .email: "mfa/email"
    case .totp: "mfa/totp"
    }
  }

  /// The factor's method.
  var method: MethodID {
    switch self {
    case .sms: .smsOTP
    case .email: .emailOTP
    case .totp: .totp
    }
  }

  /// The address for future codes; nil for an enrolled factor.
  var contact: Contact? {
    switch self {
    case .sms(let contact), .email(let contact): contact
    case .totp: nil
    }
  }

  /// The members with the contact.
  var contactMembers: JSONObject {
    guard let contact else { return [:] }
    if case .email = self { return ["email_address": .string(contact.value)] }
    return ["phoneNumber": .string(contact.value)]
  }
}

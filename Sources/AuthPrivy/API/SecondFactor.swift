import AuthCore

/// A second factor that is verified with a code.
enum SecondFactor: Sendable, Hashable {
  /// Codes by SMS. The value is the number of a new factor; nil for an enrolled factor.
  case sms(Contact?)
  /// Codes by e-mail. The value is the address of a new factor; nil for an enrolled factor.
  case email(Contact?)
  /// An authenticator app.
  case totp

  /// The common part of the routes for this factor.
  ///
  /// INFER P82: the vendor's server libraries have the bodies for codes by e-mail, but not the route. Its name is
  /// formed like those of the other routes.
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

  /// The contact that gets the codes; nil for an enrolled factor and for an authenticator app.
  var contact: Contact? {
    switch self {
    case .sms(let contact), .email(let contact): contact
    case .totp: nil
    }
  }

  /// The members of a body that contain the contact.
  var contactMembers: JSONObject {
    guard let contact else { return [:] }
    if case .email = self { return ["email_address": .string(contact.value)] }
    return ["phoneNumber": .string(contact.value)]
  }
}

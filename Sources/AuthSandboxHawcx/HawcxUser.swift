import AuthCore

/// A user of the project.
struct HawcxUser: Sendable {
  /// The user's id: `sub` of ID tokens.
  let subject: String
  var email: String?
  var phone: String?
  var userName: String?
  var totp: HawcxTOTP?
  /// The user's devices, by their hash index.
  var devices: [String: HawcxDevice] = [:]

  init(subject: String, address: HawcxAddress) {
    self.subject = subject
    switch address {
    case .email(let text): email = text
    case .phone(let text): phone = text
    case .userName(let text): userName = text
    }
  }

  /// Whether the user can use a method as a second factor without setting it up.
  func has(_ method: HawcxMethod) -> Bool {
    switch method {
    case .emailOTP: email != nil || userName != nil
    case .smsOTP: phone != nil
    case .totp: totp != nil
    case .push, .qrCode, .redirect: true
    }
  }
}

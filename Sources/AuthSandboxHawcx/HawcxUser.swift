import AuthCore

/// A user of the project.
struct HawcxUser: Sendable {
  /// The id token's `sub`.
  let subject: String
  var email: String?
  var phone: String?
  var userName: String?
  var totp: HawcxTOTP?
  /// Devices by their hash index.
  var devices: [String: HawcxDevice] = [:]

  init(subject: String, address: HawcxAddress) {
    self.subject = subject
    switch address {
    case .email(let text): email = text
    case .phone(let text): phone = text
    case .userName(let text): userName = text
    }
  }

  /// Whether a second factor is set up.
  func has(_ method: HawcxMethod) -> Bool {
    switch method {
    case .emailOTP: email != nil || userName != nil
    case .smsOTP: phone != nil
    case .totp: totp != nil
    case .push, .qrCode, .redirect: true
    }
  }
}

import AuthCore

/// A user of the project.
struct HawcxUser: Sendable {
  /// The id token's `sub`.
  let subject: String
  var email: String?
  var phone: String?
  var totp: HawcxTOTP?
  /// Devices by their hash index.
  var devices: [String: HawcxDevice] = [:]

  init(subject: String, address: HawcxAddress) {
    self.subject = subject
    switch address {
    case .email(let text): email = text
    case .phone(let text): phone = text
    }
  }

  /// Whether a second factor is set up.
  func has(_ method: HawcxMethod) -> Bool {
    switch method {
    case .emailOTP: email != nil
    case .smsOTP: phone != nil
    case .totp: totp != nil
    case .push, .qrCode, .redirect: true
    }
  }
}

/// The users by their address.
struct HawcxUsers: Sendable {
  private var users: [HawcxAddress: HawcxUser] = [:]

  subscript(address: HawcxAddress) -> HawcxUser? {
    get { users[address] }
    set { users[address] = newValue }
  }

  /// Everybody by their address.
  var all: [(address: HawcxAddress, user: HawcxUser)] {
    users.map { ($0.key, $0.value) }.sorted { $0.address.text < $1.address.text }
  }

  func user(subject: String) -> HawcxUser? { users.values.first { $0.subject == subject } }
}

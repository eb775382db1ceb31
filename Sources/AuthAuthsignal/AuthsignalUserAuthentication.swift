import AuthCore

/// The user authentication that this device's keys require: `keyPolicy.userAuthentication`. It follows the vendor's
/// `userAuthenticationRequired` and `authorizationType`.
enum AuthsignalUserAuthentication: String, Sendable, CaseIterable {
  case none
  case any = "biometric-or-device-credential"
  case biometric
  case deviceCredential = "device-credential"

  var presence: KeyPolicy.UserPresence {
    switch self {
    case .none: .none
    case .any: .any
    case .biometric: .biometric
    case .deviceCredential: .deviceCredential
    }
  }
}

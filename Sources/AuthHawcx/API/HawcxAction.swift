import AuthCore

/// One action of a flow, as the client sends it (H20–H33).
enum HawcxAction: Sendable, Equatable {
  case start(HawcxStart)
  case selectMethod(String)
  /// A code that the vendor sent to the user by e-mail or SMS.
  case submitCode(Secret)
  /// An authenticator app's code.
  case submitTOTP(Secret)
  case submitPhone(String)
  /// The response to a redirect.
  case oauthCallback(code: Secret, state: String)
  case resend
  case poll
  case cancel
  /// The response to `setup_device`.
  case requestChallenge(HawcxDeviceCredentials)
  /// The response to `device_challenge`.
  case submitSignature(keyID: String, signature: String, message: String)

  /// The action's name on the wire and in error messages, such as `submit_code`.
  var type: String {
    switch self {
    case .start: "start"
    case .selectMethod: "select_method"
    case .submitCode: "submit_code"
    case .submitTOTP: "submit_totp"
    case .submitPhone: "submit_phone"
    case .oauthCallback: "oauth_callback"
    case .resend: "resend"
    case .poll: "poll"
    case .cancel: "cancel"
    case .requestChallenge: "request_challenge"
    case .submitSignature: "submit_signature"
    }
  }
}

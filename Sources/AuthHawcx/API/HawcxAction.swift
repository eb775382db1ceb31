import AuthCore

/// What a client sends: one action of a flow (Hawcx protocol notes §4.1).
enum HawcxAction: Sendable, Equatable {
  case start(HawcxStart)
  case selectMethod(String)
  /// A code that was sent.
  case submitCode(Secret)
  /// An authenticator app's code.
  case submitTOTP(Secret)
  case submitPhone(String)
  /// The answer to a redirect.
  case oauthCallback(code: Secret, state: String)
  case resend
  case poll
  case cancel
  /// The answer to `setup_device`.
  case requestChallenge(HawcxDeviceCredentials)
  /// The answer to `device_challenge`.
  case submitSignature(keyID: String, signature: String, appMark: String)

  /// For messages: `submit_code`.
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

/// The first action of a flow.
struct HawcxStart: Sendable, Equatable {
  enum FlowType: String, Sendable {
    case signIn = "signin"
    case signUp = "signup"
    case manage = "account_manage"

    var purpose: FlowRequest.Purpose {
      switch self {
      case .signIn: .signIn
      case .signUp: .signUp
      case .manage: .manage
      }
    }
  }

  var flowType: FlowType
  var identifier: String
  /// A JWT of the app's backend.
  var startToken: Secret?
  /// What the token provider is asked for one for, where a step-up came without.
  var tokenPurpose: String?
  var inviteCode: String?
  /// The challenge of RFC 7636, method S256. nil until it is made for this start; an app that keeps the verifier
  /// itself gives its own.
  var codeChallenge: String?
  /// Where this device is a trusted one.
  var device: HawcxDeviceCredentials?
  /// What the app adds to the device's information, where that is sent.
  var signals: JSONObject = [:]
  /// Only where the configuration wants it told.
  var information: HawcxDeviceInformation?
}

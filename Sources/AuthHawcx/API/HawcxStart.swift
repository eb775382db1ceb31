import AuthCore

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
  /// The session of a hosted sign-in that the flow belongs to (H22).
  var hostedSession: String?
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

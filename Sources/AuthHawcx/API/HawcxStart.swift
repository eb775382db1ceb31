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
  /// The token provider's reason for a token, where a step-up came without one.
  var tokenPurpose: String?
  var inviteCode: String?
  /// The hosted sign-in session that the flow belongs to (H22).
  var hostedSession: String?
  /// The challenge of RFC 7636, method S256. nil until one is made for this start. An app that keeps the verifier
  /// itself supplies its own.
  var codeChallenge: String?
  /// Where this device is trusted.
  var device: HawcxDeviceCredentials?
  /// The app's additions to the device information, where that is sent.
  var signals: JSONObject = [:]
  /// Only if the configuration enables it.
  var information: HawcxDeviceInformation?
}

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
  /// The start token (a JWT) that the app's backend requested for a step-up.
  var startToken: Secret?
  /// The purpose of the request to the token provider for a start token; set if a step-up has no start token.
  var tokenPurpose: String?
  var inviteCode: String?
  /// The hosted sign-in session that the flow belongs to (H22).
  var hostedSession: String?
  /// The code challenge (RFC 7636, method S256); nil until the performer creates one. An app that keeps the verifier
  /// supplies the challenge.
  var codeChallenge: String?
  /// The credentials of this device; nil if the device is not trusted.
  var device: HawcxDeviceCredentials?
  /// The app's additions to the device information.
  var signals: JSONObject = [:]
  /// The device information; nil unless the configuration enables it.
  var information: HawcxDeviceInformation?
}

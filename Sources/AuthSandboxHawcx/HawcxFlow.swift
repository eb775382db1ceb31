import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One flow, from `start` to its end. It expires 15 minutes after its last response (H14).
struct HawcxFlow: Sendable {
  enum Purpose: String, Sendable {
    case signIn = "signin"
    case signUp = "signup"
    case accountManage = "account_manage"
  }

  /// The stages, in the documented order: device check, primary method, second factor, device trust.
  enum Stage: Sendable, Hashable {
    case deviceCheck, primary, secondFactor, deviceTrust
  }

  /// The lifetime in seconds after the last response.
  static let lifetime = 900.0

  /// The flow's id: `auth_` and 32 hexadecimal digits (H13).
  let id: String
  let purpose: Purpose
  let address: HawcxAddress
  let codeChallenge: String
  /// The code verifier, if the client left PKCE to the server.
  let codeVerifier: String?
  /// The session of the hosted sign-in that the flow belongs to, if any (H22).
  let hostedSession: String?
  var expires: Date
  let inviteCode: String?
  var stage = Stage.primary
  var step = HawcxStep.completed(code: "", expires: Date(timeIntervalSince1970: 0), receipt: nil)
  /// The methods that the user completed, in order.
  var passed: [HawcxMethod] = []
  var isDeviceTrusted = false
  /// The change that the flow's start token permits; nil if the flow has no start token.
  var startedFor: HawcxChange?
  /// The change of `startedFor` until the flow begins it; nil afterwards.
  var openChange: HawcxChange?

  /// `step_info`: the part of the ceremony that a step belongs to. It is absent from a sign-in with one factor (H39).
  /// DESIGN H94: the steps of a second factor have it.
  var stepInfo: JSONValue? {
    stage == .secondFactor ? ["id": "mfa", "label": "Second Factor"] : nil
  }
}

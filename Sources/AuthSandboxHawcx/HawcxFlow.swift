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

  /// The documented order: device check, primary, second factor, device trust.
  enum Stage: Sendable, Hashable {
    case deviceCheck, primary, secondFactor, deviceTrust
  }

  static let lifetime = 900.0

  /// `auth_` and 32 characters of hex (H13).
  let id: String
  let purpose: Purpose
  let address: HawcxAddress
  let codeChallenge: String
  /// The verifier, if the client left PKCE to the server.
  let codeVerifier: String?
  /// The hosted sign-in that the flow is for (H22).
  let hostedSession: String?
  var expires: Date
  let inviteCode: String?
  var stage = Stage.primary
  var step = HawcxStep.completed(code: "", expires: Date(timeIntervalSince1970: 0), receipt: nil)
  /// The methods that the user completed, in order.
  var passed: [HawcxMethod] = []
  var isDeviceTrusted = false
  /// The purpose of the app backend's start token, if the flow has one.
  var startedFor: HawcxChange?
  /// The same, until the flow asks the user for it.
  var openChange: HawcxChange?

  /// The part of the ceremony that a step belongs to. The responses of a sign-in with one factor do not have it (H39).
  /// DESIGN H94: those of a second factor do.
  var stepInfo: JSONValue? {
    stage == .secondFactor ? ["id": "mfa", "label": "Second Factor"] : nil
  }
}

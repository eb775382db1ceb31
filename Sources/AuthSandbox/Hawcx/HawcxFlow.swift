import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One flow: from `start` to its end, at most 15 minutes.
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

  let id: String
  let traceID: String
  let purpose: Purpose
  let address: HawcxAddress
  let codeChallenge: String
  /// The verifier, where the client left PKCE to the server.
  let codeVerifier: String?
  let expires: Date
  /// What a device's key is bound to: the relying party, or else the host of the base URL.
  let domain: String
  let inviteCode: String?
  var stage = Stage.primary
  var step = HawcxStep.completed(code: "", expires: Date(timeIntervalSince1970: 0), receipt: nil)
  /// The methods that were passed, in their order.
  var passed: [HawcxMethod] = []
  var isDeviceTrusted = false
  /// What the start token of the app's backend is for, where one came with the flow.
  var startedFor: HawcxChange?
  /// The same, while the user has not been asked for it yet.
  var openChange: HawcxChange?

  /// Which part of the ceremony a step belongs to.
  var stepInfo: JSONValue {
    switch stage {
    case .primary: ["id": "primary", "label": "Verify Identity"]
    case .secondFactor: ["id": "mfa", "label": "Second Factor"]
    case .deviceCheck: ["id": "device_challenge", "label": "Check Device"]
    case .deviceTrust: ["id": "setup_device", "label": "Trust Device"]
    }
  }
}

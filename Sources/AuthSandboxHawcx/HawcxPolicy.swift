import AuthCore
import AuthSandboxKit

/// The sign-in policy of the project, with the vendor's names (H80). `POST /sandbox/policy {"provider": "hawcx", …}`
/// sets it.
struct HawcxPolicy: Sendable {
  enum Requirement: String, Sendable {
    case off, disabled, optional, required
    var isOff: Bool { self == .off || self == .disabled }
  }

  var primaryMethods: [HawcxMethod]
  var mfa: Requirement
  var mfaMethods: [HawcxMethod]
  var mfaBypassMethods: [HawcxMethod]
  /// The second factors that may be set up during a sign-in; empty for all of `mfaMethods`.
  var enrollmentMethods: [HawcxMethod]
  var deviceEnrollment: Requirement
  var skipsMFAOnTrustedDevice: Bool
  var skipsPrimaryOnTrustedDevice: Bool
  /// Whether managing an account requires a second factor besides the start token.
  var requiresStepUp: Bool
  var createsUsers: Bool
  /// Whether user names are accepted as identifiers besides e-mail addresses and telephone numbers.
  var takesUserNames: Bool
  /// Whether the step `enter_code` contains the code itself, as in the vendor's debug environments.
  var showsCodes: Bool
  /// The invitation code that a new user needs; nil if none is needed.
  var inviteCode: String?
  /// The byte layout of device enrolments and proofs.
  var deviceArrangement: HawcxDeviceArrangement
  /// The login page for `/authorize`; nil for the sandbox's own.
  var loginPage: String?
  /// The redirect URIs that `/authorize` allows besides `http` URLs on loopback.
  var redirectURIs: [String]
  /// The URL scheme to which an identity provider's page returns.
  var returnScheme: String
  /// The registered URL on loopback to which an identity provider's page returns; nil to use `returnScheme`.
  var returnURL: String?
  /// A type of action, other than `start` and `cancel`, that every flow refuses, and the failure of the refusal: for
  /// tests of failures that the sandbox does not otherwise produce.
  var refusal: (action: String, failure: HawcxFailure)?
  /// The nonce in ID tokens, for tests of clients that check a nonce; nil for none. The nonce of a request at
  /// `/authorize` takes precedence.
  var nonce: String?

  init(_ policy: JSONObject, createsUsers: Bool) {
    func methods(_ name: String, _ usual: [HawcxMethod]) -> [HawcxMethod] {
      let chosen = policy[name]?.arrayValue?.compactMap { $0.stringValue.flatMap(HawcxMethod.init(id:)) }
      return chosen ?? usual
    }
    func requirement(_ name: String) -> Requirement {
      policy[name]?.stringValue.flatMap(Requirement.init(rawValue:)) ?? .off
    }
    // Two methods, so that a client shows the method selection by default.
    let primary = methods("primary_methods", [.emailOTP, .smsOTP])
    primaryMethods = primary.isEmpty ? [.emailOTP] : primary
    mfa = requirement("mfa_policy")
    mfaMethods = methods("mfa_methods", [.totp, .smsOTP])
    mfaBypassMethods = methods("mfa_bypass_methods", [])
    enrollmentMethods = methods("enrollment_methods", [])
    deviceEnrollment = requirement("device_enrollment")
    skipsMFAOnTrustedDevice = policy["skip_mfa_on_trusted_device"]?.boolValue ?? false
    skipsPrimaryOnTrustedDevice = policy["skip_primary_on_trusted_device"]?.boolValue ?? true
    requiresStepUp = policy["stepup_policy"]?.stringValue == "require"
    self.createsUsers = policy["unknown_user"]?.stringValue.map { $0 == "create" } ?? createsUsers
    takesUserNames = policy["usernames"]?.boolValue ?? false
    showsCodes = policy["debug_otp"]?.boolValue ?? false
    deviceArrangement = HawcxDeviceArrangement(policy["device_layout"])
    loginPage = policy["login_page"]?.stringValue
    redirectURIs = policy["redirect_uris"]?.arrayValue?.compactMap(\.stringValue) ?? []
    inviteCode = policy["invite_code"]?.stringValue
    returnScheme = policy["return_scheme"]?.stringValue ?? "latchkey"
    returnURL = policy["return_url"]?.stringValue
    nonce = policy["id_token_nonce"]?.stringValue
    if let refuse = policy["refuse"], let action = refuse["action"]?.stringValue {
      refusal = refuse["code"]?.stringValue.flatMap { HawcxFailure.simulated($0) }.map { (action, $0) }
    }
  }
}

extension SandboxWorld {
  /// The current policy.
  var hawcxPolicy: HawcxPolicy { HawcxPolicy(policy("hawcx"), createsUsers: createsUsers("hawcx")) }
}

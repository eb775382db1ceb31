import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One submission and what became of it (notes §0.1).
struct TurnkeyActivity: Sendable {
  enum Status: String, Sendable {
    case pending = "ACTIVITY_STATUS_PENDING"
    case completed = "ACTIVITY_STATUS_COMPLETED"
    case failed = "ACTIVITY_STATUS_FAILED"
    case consensusNeeded = "ACTIVITY_STATUS_CONSENSUS_NEEDED"
    case rejected = "ACTIVITY_STATUS_REJECTED"
    case authenticatorsNeeded = "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"
  }

  let id: String
  let organization: String
  let type: String
  let kind: TurnkeyActivityKind
  let parameters: JSONObject
  let fingerprint: String
  /// Who submitted it.
  let caller: TurnkeyCaller
  var status: Status
  /// The result, known before a pending activity shows it.
  var result: JSONObject?
  var failure: JSONValue?
  /// How many queries still see it pending.
  var pollsLeft = 0
  let createdAt: Date
  var updatedAt: Date

  /// v1Activity.
  var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id), "organizationId": .string(organization), "status": .string(status.rawValue),
      "type": .string(type), "intent": .object(JSONObject([(kind.intent, .object(parameters))])),
    ]
    let shown = status == .completed ? result : nil
    object["result"] = .object(JSONObject(shown.map { [(kind.result, .object($0))] } ?? []))
    object["votes"] = []
    object["fingerprint"] = .string(fingerprint)
    object["canApprove"] = .bool(status == .consensusNeeded)
    object["canReject"] = .bool(status == .consensusNeeded)
    object["createdAt"] = createdAt.turnkeyTimestamp
    object["updatedAt"] = updatedAt.turnkeyTimestamp
    object["failure"] = failure
    return .object(object)
  }

  var response: JSONValue { ["activity": json] }
}

/// A type of activity: its path, and the members that its intent and result stand under.
struct TurnkeyActivityKind: Sendable, Hashable {
  let path: String
  let intent: String
  let result: String

  /// By `type`; the public API description names these pairs, older versions stay for older clients.
  static let byType: [String: TurnkeyActivityKind] = [
    "ACTIVITY_TYPE_STAMP_LOGIN": kind("stamp_login", "stampLoginIntent", "stampLoginResult"),
    "ACTIVITY_TYPE_OTP_LOGIN": kind("otp_login", "otpLoginIntent", "otpLoginResult"),
    "ACTIVITY_TYPE_OTP_LOGIN_V2": kind("otp_login", "otpLoginIntentV2", "otpLoginResult"),
    "ACTIVITY_TYPE_OAUTH_LOGIN": kind("oauth_login", "oauthLoginIntent", "oauthLoginResult"),
    "ACTIVITY_TYPE_INIT_OTP": kind("init_otp", "initOtpIntent", "initOtpResult"),
    "ACTIVITY_TYPE_INIT_OTP_V2": kind("init_otp", "initOtpIntentV2", "initOtpResult"),
    "ACTIVITY_TYPE_INIT_OTP_V3": kind("init_otp", "initOtpIntentV3", "initOtpResultV2"),
    "ACTIVITY_TYPE_VERIFY_OTP": kind("verify_otp", "verifyOtpIntent", "verifyOtpResult"),
    "ACTIVITY_TYPE_VERIFY_OTP_V2": kind("verify_otp", "verifyOtpIntentV2", "verifyOtpResult"),
    "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7": kind(
      "create_sub_organization", "createSubOrganizationIntentV7", "createSubOrganizationResultV7"),
    "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8": kind(
      "create_sub_organization", "createSubOrganizationIntentV8", "createSubOrganizationResultV8"),
    "ACTIVITY_TYPE_CREATE_API_KEYS_V2": kind("create_api_keys", "createApiKeysIntentV2", "createApiKeysResult"),
    "ACTIVITY_TYPE_DELETE_API_KEYS": kind("delete_api_keys", "deleteApiKeysIntent", "deleteApiKeysResult"),
    "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2": kind(
      "create_authenticators", "createAuthenticatorsIntentV2", "createAuthenticatorsResult"),
    "ACTIVITY_TYPE_DELETE_AUTHENTICATORS": kind(
      "delete_authenticators", "deleteAuthenticatorsIntent", "deleteAuthenticatorsResult"),
    "ACTIVITY_TYPE_APPROVE_ACTIVITY": kind("approve_activity", "approveActivityIntent", "approveActivityResult"),
    "ACTIVITY_TYPE_REJECT_ACTIVITY": kind("reject_activity", "rejectActivityIntent", "rejectActivityResult"),
    "ACTIVITY_TYPE_UPDATE_USER_NAME": kind("update_user_name", "updateUserNameIntent", "updateUserNameResult"),
    "ACTIVITY_TYPE_UPDATE_USER_EMAIL": kind("update_user_email", "updateUserEmailIntent", "updateUserEmailResult"),
    "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER": kind(
      "update_user_phone_number", "updateUserPhoneNumberIntent", "updateUserPhoneNumberResult"),
  ]

  private static func kind(_ path: String, _ intent: String, _ result: String) -> TurnkeyActivityKind {
    TurnkeyActivityKind(path: path, intent: intent, result: result)
  }
}

/// Whose stamp a request carries.
struct TurnkeyCaller: Sendable, Hashable {
  let place: TurnkeyDirectory.Place
  let publicKey: String
}

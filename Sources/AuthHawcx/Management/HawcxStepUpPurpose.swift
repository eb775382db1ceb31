public import AuthCore

/// The purpose of a step-up: one of the two that the vendor's management API defines (H78).
public enum HawcxStepUpPurpose: Sendable, Hashable {
  /// Adding a second factor: `totp`, `sms_otp` or `email_otp`.
  case changeMethod(to: MethodID)
  /// Changing the telephone number, in E.164.
  case changePhoneNumber(to: String)

  /// The vendor's name for the purpose.
  public var name: String {
    switch self {
    case .changeMethod: "change_mfa_method"
    case .changePhoneNumber: "change_phone_number"
    }
  }

  func members(for user: String) -> JSONObject {
    var object: JSONObject = ["subject_userid": .string(user), "purpose": .string(name)]
    switch self {
    case .changeMethod(let method): object["new_mfa_method"] = .string(method.rawValue)
    case .changePhoneNumber(let number): object["new_phone_number"] = .string(number)
    }
    return object
  }
}

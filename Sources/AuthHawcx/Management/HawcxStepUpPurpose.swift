public import AuthCore

/// What a step-up is for: the two purposes that the vendor's management API knows (H78).
public enum HawcxStepUpPurpose: Sendable, Hashable {
  /// Another second factor: `totp`, `sms_otp` or `email_otp`.
  case changeMethod(to: MethodID)
  /// Another telephone number, in E.164.
  case changePhoneNumber(to: String)

  /// The vendor's name of it.
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

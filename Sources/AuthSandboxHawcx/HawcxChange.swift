import AuthCore

/// The purpose of a step-up, one of the vendor's two.
enum HawcxChange: Sendable, Hashable {
  /// Another telephone number; with nil the user enters it.
  case phone(String?)
  /// Another second factor; with nil the policy decides which.
  case method(HawcxMethod?)

  init?(purpose: String?, method: String?, phone: String?) {
    switch purpose {
    case "change_phone_number":
      let number = phone.flatMap { HawcxAddress.phoneNumber($0) }
      guard phone == nil || number != nil else { return nil }
      self = .phone(number)
    case "change_mfa_method":
      let factor = method.flatMap { HawcxMethod(id: $0) }
      guard method == nil || factor.map({ [.smsOTP, .emailOTP, .totp].contains($0) }) == true else { return nil }
      self = .method(factor)
    default: return nil
    }
  }

  var purpose: String {
    switch self {
    case .phone: "change_phone_number"
    case .method: "change_mfa_method"
    }
  }

  /// Whether it names the new value, as the vendor's management API requires.
  var isNamed: Bool {
    switch self {
    case .phone(let number): number != nil
    case .method(let method): method != nil
    }
  }

  /// The members of a start token.
  var claims: JSONObject {
    var claims: JSONObject = ["purpose": .string(purpose)]
    switch self {
    case .phone(let number): claims["new_phone_number"] = number.map { .string($0) }
    case .method(let method): claims["new_mfa_method"] = method.map { .string($0.id) }
    }
    return claims
  }
}

import AuthCore

/// The change for which a user steps up: one of the vendor's two purposes.
enum HawcxChange: Sendable, Hashable {
  /// A new telephone number; nil if the user enters the number during the flow.
  case phone(String?)
  /// A new second factor: SMS, e-mail or an authenticator app; nil if the request does not name the factor.
  case method(HawcxMethod?)

  /// Reads a change; nil if the purpose is unknown, or the method or number is not valid for it.
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

  /// Whether the change names the new number or method, as the vendor's management API requires.
  var isNamed: Bool {
    switch self {
    case .phone(let number): number != nil
    case .method(let method): method != nil
    }
  }

  /// The claims of a start token for this change.
  var claims: JSONObject {
    var claims: JSONObject = ["purpose": .string(purpose)]
    switch self {
    case .phone(let number): claims["new_phone_number"] = number.map { .string($0) }
    case .method(let method): claims["new_mfa_method"] = method.map { .string($0.id) }
    }
    return claims
  }
}

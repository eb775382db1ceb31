import AuthCore

/// Number matching as in the vendor's example (A45). The app's backend generates a number and tracks the action with
/// the number in `custom`. The backend then sends the number to the requesting device, and compares it with the number
/// that the user types on the other device. The vendor's own API supports number matching only by a decision's
/// `verificationCode`.
///
/// DESIGN A82: the member of `custom` and of the response of `{backend}/track` has the name from the example. The typed
/// number is sent to `POST {backend}/authsignal/number-match {"idempotencyKey","numberMatch"}` before the decision.
enum NumberMatching {
  static let member = "numberMatch"
  static let route = "authsignal/number-match"

  /// The number in a response or in `custom`: digits, as a string or an integer.
  static func number(in json: JSONValue?) -> String? {
    let given = json?[member]
    guard let text = given?.stringValue ?? given?.integerValue.map({ String($0) }),
      (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return text
  }
}

import AuthCore

/// Number matching as the vendor's example does it (A45): the app's backend makes the number, tracks the action with it
/// in `custom`, tells it to the side that asks, and compares what is typed on the device. The vendor has no member of its
/// own for it but `verificationCode` of a decision.
///
/// DESIGN A82: the member of `custom` and of the answer of `{backend}/track` has the example's name; what was typed goes
/// to `POST {backend}/authsignal/number-match {"idempotencyKey","numberMatch"}` before the decision.
enum NumberMatching {
  static let member = "numberMatch"
  static let route = "authsignal/number-match"

  /// The number of an answer or of `custom`: digits, as a text or a whole number.
  static func number(in json: JSONValue?) -> String? {
    let given = json?[member]
    guard let text = given?.stringValue ?? given?.integerValue.map({ String($0) }),
      (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return text
  }
}

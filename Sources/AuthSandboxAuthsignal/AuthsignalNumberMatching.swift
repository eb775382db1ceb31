import AuthCore
import AuthCrypto
import AuthSandboxKit

/// Number matching as in the vendor's example (A45, A82): the app's backend makes a number, tracks it in the action's
/// `custom`, and compares it with the number typed on the device. The policy `numberMatching` enables it.
enum AuthsignalNumberMatching {
  static let member = "numberMatch"
  /// How many wrong numbers deny a challenge.
  static let attempts = 3

  /// A new number, if the policy requires one.
  static func number(_ policy: JSONObject, _ world: SandboxWorld) -> String? {
    policy["numberMatching"]?.boolValue == true ? world.random.characters(2, of: "0123456789") : nil
  }

  /// The number of a tracked action.
  static func number(of action: AuthsignalAction?) -> String? {
    action?.attributes["custom"]?[member]?.stringValue
  }
}

extension AuthsignalVendor {
  /// `POST /backend/authsignal/number-match {"idempotencyKey","numberMatch"}`: 200, or 400 for another number.
  mutating func matchNumber(_ request: SandboxRequest, world: SandboxWorld) -> SandboxResponse {
    guard let wanted = request.text("idempotencyKey"), let typed = request.text(AuthsignalNumberMatching.member) else {
      return .refusal(400, "malformed_request", "idempotencyKey and numberMatch are needed.")
    }
    guard let (key, action) = records.actions.first(where: { $0.key.idempotencyKey == wanted }),
      let number = AuthsignalNumberMatching.number(of: action)
    else { return .refusal(404, "action_not_found", "No such action has a number.") }
    guard records.wrongNumbers[key, default: 0] < AuthsignalNumberMatching.attempts,
      ConstantTime.equal(number, typed)
    else {
      records.wrongNumbers[key, default: 0] += 1
      if records.wrongNumbers[key, default: 0] >= AuthsignalNumberMatching.attempts {
        for challenge in records.deviceChallenges.values where challenge.key == key && challenge.isApproved == nil {
          settle(challenge, false, challenge.authenticatorID, world)
        }
      }
      return .refusal(400, "wrong_number", "That is not the number that the other device shows.")
    }
    records.matched.insert(key)
    return .json(["isMatching": true])
  }
}

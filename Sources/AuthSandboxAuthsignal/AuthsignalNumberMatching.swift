import AuthCore
import AuthCrypto
import AuthSandboxKit

/// Number matching as in the vendor's example (A45, A82). The app's backend makes a number, tracks it in the action's
/// `custom`, and compares it with the number that the user enters on the device. The policy `numberMatching` enables
/// the comparison.
enum AuthsignalNumberMatching {
  static let member = "numberMatch"
  /// After this many wrong numbers, the action's undecided challenges are denied, and the right number is refused as
  /// well.
  static let attempts = 3

  /// A new number; nil unless the policy requires one.
  static func number(_ policy: JSONObject, _ world: SandboxWorld) -> String? {
    policy["numberMatching"]?.boolValue == true ? world.random.characters(2, of: "0123456789") : nil
  }

  /// The number of a tracked action; nil if it has none.
  static func number(of action: AuthsignalAction?) -> String? {
    action?.attributes["custom"]?[member]?.stringValue
  }
}

extension AuthsignalVendor {
  /// `POST /backend/authsignal/number-match {"idempotencyKey","numberMatch"}`: compares the number; responds with 400
  /// to a wrong number or after too many wrong ones, and with 404 if no action with this key has a number.
  mutating func matchNumber(_ request: SandboxRequest, world: SandboxWorld) -> SandboxResponse {
    guard let wanted = request.text("idempotencyKey"), let typed = request.text(AuthsignalNumberMatching.member) else {
      return .refusal(
        400, "malformed_request", "idempotencyKey or numberMatch is missing. Send both as strings that are not empty.")
    }
    guard let (key, action) = records.actions.first(where: { $0.key.idempotencyKey == wanted }),
      let number = AuthsignalNumberMatching.number(of: action)
    else {
      return .refusal(
        404, "action_not_found",
        "No action with this idempotencyKey has a number. Enable the policy numberMatching, and track the action "
          + "again.")
    }
    guard records.wrongNumbers[key, default: 0] < AuthsignalNumberMatching.attempts,
      ConstantTime.equal(number, typed)
    else {
      records.wrongNumbers[key, default: 0] += 1
      if records.wrongNumbers[key, default: 0] >= AuthsignalNumberMatching.attempts {
        for challenge in records.deviceChallenges.values where challenge.key == key && challenge.isApproved == nil {
          settle(challenge, false, challenge.authenticatorID, world)
        }
      }
      return .refusal(
        400, "wrong_number",
        "The number is not the one that the other device shows, or \(AuthsignalNumberMatching.attempts) wrong numbers "
          + "were entered before. Enter the number again; after \(AuthsignalNumberMatching.attempts) wrong ones, start "
          + "the sign-in again.")
    }
    records.matched.insert(key)
    return .json(["isMatching": true])
  }
}

import AuthCore

/// A policy to create (v1CreatePolicyIntentV3).
public struct NewPolicy: Sendable, Hashable {
  /// The policy's display name.
  public var name: String
  /// Whether the policy allows or denies the activities that it matches.
  public var effect: TurnkeyPolicy.Effect
  /// The condition, in the vendor's policy language; nil for none.
  public var condition: String?
  /// The required consensus, in the vendor's policy language; nil for none.
  public var consensus: String?
  /// Notes for the readers of the policy.
  public var notes: String

  /// Creates the description of a policy, by default without a condition, a consensus and notes.
  public init(
    name: String, effect: TurnkeyPolicy.Effect, condition: String? = nil, consensus: String? = nil, notes: String = ""
  ) {
    self.name = name
    self.effect = effect
    self.condition = condition
    self.consensus = consensus
    self.notes = notes
  }

  var json: JSONObject {
    var object: JSONObject = [
      "policyName": .string(name), "effect": .string(effect.rawValue), "notes": .string(notes),
    ]
    object["condition"] = condition.map { .string($0) }
    object["consensus"] = consensus.map { .string($0) }
    return object
  }
}

import AuthCore

/// A rule to be made (v1CreatePolicyIntentV3).
public struct NewPolicy: Sendable, Hashable {
  /// The name.
  public var name: String
  /// What it does.
  public var effect: TurnkeyPolicy.Effect
  /// What it covers, in the vendor's language.
  public var condition: String?
  /// Who has to agree, in the vendor's language.
  public var consensus: String?
  /// For people.
  public var notes: String

  /// A rule.
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

public import AuthCore

/// A policy (v1Policy).
public struct TurnkeyPolicy: TurnkeyValue, Hashable {
  /// The effect of a policy.
  public struct Effect: RawRepresentable, Sendable, Hashable {
    /// The vendor's name.
    public let rawValue: String
    /// Creates an effect from the vendor's name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Allows the actions that the policy covers.
    public static let allow = Effect(rawValue: "EFFECT_ALLOW")
    /// Denies the actions that the policy covers.
    public static let deny = Effect(rawValue: "EFFECT_DENY")
  }

  /// The policy's ID.
  public let id: String
  /// The policy's display name.
  public let name: String
  /// Whether the policy allows or denies the activities that it matches.
  public let effect: Effect
  /// The condition, in the vendor's policy language; nil for none.
  public let condition: String?
  /// The required consensus, in the vendor's policy language; nil for none.
  public let consensus: String?
  /// Notes for people.
  public let notes: String

  /// Reads a policy from the vendor's JSON.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("policyId")
    name = try json.requiredString("policyName")
    effect = Effect(rawValue: try json.requiredString("effect"))
    condition = json["condition"]?.stringValue
    consensus = json["consensus"]?.stringValue
    notes = json["notes"]?.stringValue ?? ""
  }
}

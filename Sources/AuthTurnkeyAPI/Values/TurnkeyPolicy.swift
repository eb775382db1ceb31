public import AuthCore

/// A rule of who may do what (v1Policy).
public struct TurnkeyPolicy: TurnkeyValue, Hashable {
  /// What a rule does.
  public struct Effect: RawRepresentable, Sendable, Hashable {
    /// The vendor's name.
    public let rawValue: String
    /// An effect by the vendor's name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Lets what it covers happen.
    public static let allow = Effect(rawValue: "EFFECT_ALLOW")
    /// Keeps what it covers from happening.
    public static let deny = Effect(rawValue: "EFFECT_DENY")
  }

  /// The rule.
  public let id: String
  /// The name.
  public let name: String
  /// What it does.
  public let effect: Effect
  /// What it covers, in the vendor's language.
  public let condition: String?
  /// Who has to agree, in the vendor's language.
  public let consensus: String?
  /// For people.
  public let notes: String

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

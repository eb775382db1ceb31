package import AuthCore

/// A user's progress with one of their policies for further factors (v1MfaStatus, T37).
public struct TurnkeyFactorStatus: Sendable, Hashable {
  /// A method of authentication (v1AuthenticationMethod).
  public struct Method: Sendable, Hashable {
    /// The vendor's name for the kind, such as `AUTHENTICATION_TYPE_PASSKEY`.
    public let type: String
    /// The ID of the required credential or session profile; nil if any credential of the kind is accepted.
    public let id: String?

    init(json: JSONValue) throws(AuthError) {
      type = try json.requiredString("type")
      id = json["id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// The vendor's ID of the policy.
  public let policyID: String
  /// The ID of the user whose policy it is.
  public let userID: String
  /// Whether every required factor was proved.
  public let isSatisfied: Bool
  /// The methods that were already proved.
  public let satisfiedMethods: [Method]
  /// The policy's steps, in order. One of the methods of a step is enough to satisfy the step.
  public let requiredSteps: [[Method]]

  /// Reads one element of `mfaStatuses`.
  ///
  /// - Throws: `malformed_response`.
  package init(json: JSONValue) throws(AuthError) {
    policyID = try json.requiredString("mfaPolicyId")
    userID = try json.requiredString("userId")
    isSatisfied = json["satisfied"]?.boolValue ?? false
    satisfiedMethods = try Self.methods(json["satisfiedMethods"])
    var steps: [[Method]] = []
    for step in json["requiredMethods"]?.arrayValue ?? [] { steps.append(try Self.methods(step["any"])) }
    requiredSteps = steps
  }

  private static func methods(_ json: JSONValue?) throws(AuthError) -> [Method] {
    var methods: [Method] = []
    for method in json?.arrayValue ?? [] { methods.append(try Method(json: method)) }
    return methods
  }
}

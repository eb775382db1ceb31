import AuthCore
import AuthSandboxKit

extension TurnkeyVendor {
  /// Reads a v1CreatePolicyIntentV3 and returns the policy.
  private func policy(_ fields: TurnkeyFields, _ world: SandboxWorld) throws(TurnkeyFailure) -> TurnkeyPolicy {
    TurnkeyPolicy(
      id: world.random.uuid(), name: try fields.string("policyName"),
      allows: try Self.allows(try fields.string("effect")), consensus: try fields.optionalString("consensus") ?? "",
      condition: try fields.optionalString("condition") ?? "", notes: try fields.optionalString("notes") ?? "",
      createdAt: world.now, updatedAt: world.now)
  }

  private static func allows(_ effect: String) throws(TurnkeyFailure) -> Bool {
    switch effect {
    case "EFFECT_ALLOW": return true
    case "EFFECT_DENY": return false
    default: throw .invalid("effect must be EFFECT_ALLOW or EFFECT_DENY")
    }
  }

  mutating func createPolicies(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let isOne = activity.kind.path == "create_policy"
    var made: [TurnkeyPolicy] = []
    for one in isOne ? [fields] : try fields.objects("policies") { made.append(try policy(one, world)) }
    guard !made.isEmpty else { throw .invalid("policies must be set") }
    guard (directory.organization(activity.organization)?.policies.count ?? 0) + made.count <= 100 else {
      throw .exhausted("organization has exceeded maximum policies", nil)
    }
    directory.changeOrganization(activity.organization) { $0.policies += made }
    return isOne ? ["policyId": .string(made[0].id)] : ["policyIds": .array(made.map { .string($0.id) })]
  }

  mutating func updatePolicy(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    var changed = try policy(try fields.string("policyId"), in: activity.organization)
    changed.name = try fields.optionalString("policyName") ?? changed.name
    changed.allows = try fields.optionalString("policyEffect").map(Self.allows) ?? changed.allows
    changed.consensus = try fields.optionalString("policyConsensus") ?? changed.consensus
    changed.condition = try fields.optionalString("policyCondition") ?? changed.condition
    changed.notes = try fields.optionalString("policyNotes") ?? changed.notes
    changed.updatedAt = world.now
    directory.changeOrganization(activity.organization) { organization in
      for index in organization.policies.indices where organization.policies[index].id == changed.id {
        organization.policies[index] = changed
      }
    }
    return ["policyId": .string(changed.id)]
  }

  mutating func deletePolicies(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let isOne = activity.kind.path == "delete_policy"
    let ids = isOne ? [try fields.string("policyId")] : try fields.strings("policyIds")
    for id in ids { _ = try policy(id, in: activity.organization) }
    directory.changeOrganization(activity.organization) { $0.policies.removeAll { ids.contains($0.id) } }
    return isOne ? ["policyId": .string(ids[0])] : ["policyIds": .array(ids.map { .string($0) })]
  }

  func policy(_ id: String, in organization: String) throws(TurnkeyFailure) -> TurnkeyPolicy {
    guard let policy = directory.organization(organization)?.policies.first(where: { $0.id == id }) else {
      throw .notFound("no policy found with the given ID")
    }
    return policy
  }

  /// The outcomes of the organisation's policies for an activity that they deny (T49).
  func evaluations(of activity: TurnkeyActivity) -> [(policy: String, outcome: String)] {
    (directory.organization(activity.organization)?.policies ?? []).map { policy in
      let applies = policy.applies(to: activity.caller.place.user, type: activity.type)
      return (policy.id, applies && !policy.allows ? "OUTCOME_DENY_EXPLICIT" : "OUTCOME_DENY")
    }
  }

  /// Whether the caller of an activity may submit it. A root user may submit every activity, and every user may open a
  /// session. Any other activity needs a policy that applies to it, and every such policy must allow it.
  func mayAsk(_ activity: TurnkeyActivity) -> Bool {
    let user = directory.user(activity.caller.place)
    let ownSession = ["stamp_login", "create_read_only_session", "create_read_write_session"]
    if user?.isRoot ?? false || ownSession.contains(activity.kind.path) { return true }
    let fitting = (directory.organization(activity.organization)?.policies ?? []).filter {
      $0.applies(to: activity.caller.place.user, type: activity.type)
    }
    return !fitting.isEmpty && fitting.allSatisfy(\.allows)
  }
}

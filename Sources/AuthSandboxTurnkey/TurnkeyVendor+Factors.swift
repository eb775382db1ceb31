import AuthCore

/// Further factors, which activities need while the policy `activities` is `authenticators` (T37).
extension TurnkeyVendor {
  /// Returns a v1GetMfaStatusResponse. The list contains one policy, that of the user who submitted the activity. It is
  /// empty for an activity that required no further factor, and if `userId` names another user.
  func factorStatuses(_ fields: TurnkeyFields, in organization: String) throws(TurnkeyFailure) -> JSONValue {
    guard let activity = activities.activity(try fields.string("activityId")), activity.organization == organization
    else { throw .notFound("no activity found with the given ID") }
    let user = try fields.optionalString("userId") ?? ""
    guard let policy = activity.factorPolicyID, user.isEmpty || user == activity.caller.place.user else {
      return ["mfaStatuses": []]
    }
    let isSatisfied = activity.status != .authenticatorsNeeded
    let first: JSONValue = ["type": .string(activity.caller.authenticationType)]
    let further: [JSONValue] = ["PASSKEY", "API_KEY"].map { ["type": .string("AUTHENTICATION_TYPE_" + $0)] }
    var satisfied: [JSONValue] = [first]
    if isSatisfied { satisfied += activity.votes.suffix(1).map { ["type": .string($0.caller.authenticationType)] } }
    return [
      "mfaStatuses": [
        [
          "mfaPolicyId": .string(policy), "userId": .string(activity.caller.place.user),
          "satisfied": .bool(isSatisfied),
          "satisfiedMethods": .array(satisfied), "requiredMethods": [["any": .array(further)]],
        ]
      ]
    ]
  }
}

extension TurnkeyCaller {
  /// The vendor's name for the kind of credential that made the stamp.
  fileprivate var authenticationType: String {
    scheme == "SIGNATURE_SCHEME_TK_WEBAUTHN" ? "AUTHENTICATION_TYPE_PASSKEY" : "AUTHENTICATION_TYPE_API_KEY"
  }
}

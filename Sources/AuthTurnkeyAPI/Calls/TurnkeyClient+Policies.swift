public import AuthCore

/// Delegated access: users whose API keys may perform the actions that policies allow.
extension TurnkeyClient {
  /// Fetches the organisation's policies (`list_policies`).
  public func policies() async throws(AuthError) -> [TurnkeyPolicy] {
    let answer: JSONValue = try await query("list_policies")
    return try answer.values("policies")
  }

  /// Creates a policy (`create_policy`), and returns its ID.
  public func createPolicy(_ policy: NewPolicy) async throws(AuthError) -> String {
    let result: JSONValue = try await submit(
      "create_policy", policy.json)
    return try result.requiredString("policyId")
  }

  /// Creates policies (`create_policies`), and returns their IDs.
  public func createPolicies(_ policies: [NewPolicy]) async throws(AuthError) -> [String] {
    let result: JSONValue = try await submit(
      "create_policies", ["policies": .array(policies.map { .object($0.json) })])
    return result.texts("policyIds")
  }

  /// Returns the organisation's policies that have the same name, effect, condition and consensus as those in `wanted`,
  /// in the order of `wanted`. Creates the missing policies first. Notes are not compared.
  public func fetchOrCreatePolicies(_ wanted: [NewPolicy]) async throws(AuthError) -> [TurnkeyPolicy] {
    let missing = try await policies().missing(of: wanted)
    if !missing.isEmpty { _ = try await createPolicies(missing) }
    let present = try await policies()
    return wanted.compactMap { policy in present.first { $0.isSame(as: policy) } }
  }

  /// Returns the user with this P-256 key. Creates the user if no user has the key.
  ///
  /// - Parameters:
  ///   - publicKey: the compressed point in hex.
  ///   - name: the name of the user, if one is created.
  ///   - keyName: the name of the key, if a user is created.
  public func fetchOrCreateAPIKeyUser(
    publicKey: String, name: String, keyName: String
  ) async throws(AuthError) -> TurnkeyUser {
    let known = try await users().first { user in
      user.apiKeys.contains { $0.publicKey.lowercased() == publicKey.lowercased() }
    }
    if let known { return known }
    let made = try await createUsers([
      NewTurnkeyUser(name: name, apiKeys: [NewAPIKey(name: keyName, publicKey: publicKey)])
    ])
    guard let id = made.first else {
      throw AuthError(
        .malformedResponse, "The response has no valid field 'userIds'. Try again, or check the server's address.")
    }
    return try await user(id)
  }
}

extension [TurnkeyPolicy] {
  fileprivate func missing(of wanted: [NewPolicy]) -> [NewPolicy] {
    wanted.filter { policy in !contains { $0.isSame(as: policy) } }
  }
}

extension TurnkeyPolicy {
  fileprivate func isSame(as policy: NewPolicy) -> Bool {
    name == policy.name && effect == policy.effect && (condition ?? "") == (policy.condition ?? "")
      && (consensus ?? "") == (policy.consensus ?? "")
  }
}

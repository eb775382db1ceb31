import AuthCore
import AuthSandboxKit

extension TurnkeyVendor {
  /// Handles a query. Queries have no timestamp, and return their result immediately.
  mutating func answer(
    _ query: String, _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONValue {
    let (fields, organization) = try body(of: request)
    try TurnkeySchema.check(fields.object, "query/\(query)")
    // A client queries the state of a login in the organisation that the login named, which may be the parent of the
    // user's organisation (T4, T37).
    let caller = try authenticate(
      request, organization: organization, looksDown: Self.answeredBelow.contains(query), isQuery: true, world: world)
    switch query {
    case "whoami": return try whoAmI(caller)
    case "list_suborgs", "list_verified_suborgs":
      return try listSubOrganizations(fields, organization, isVerified: query == "list_verified_suborgs", world)
    case "get_mfa_status": return try factorStatuses(fields, in: home(of: caller, below: organization))
    case "get_activity":
      return try activity(try fields.string("activityId"), in: home(of: caller, below: organization))
    case "list_activities": return try listActivities(fields, in: organization)
    case "get_send_transaction_status": return try sendStatus(fields, in: organization, world)
    case "get_nonces": return try nonces(fields)
    default:
      if let answer = try userAnswer(query, fields, in: organization, caller) { return answer }
      if let answer = try organizationAnswer(query, fields, in: organization) { return answer }
      if let answer = try walletAnswer(query, fields, in: organization) { return answer }
      throw .unserved("the query \(query)")
    }
  }

  /// The queries that accept a caller whose organisation is a sub-organisation of the one that the query names.
  private static let answeredBelow: Set<String> = ["whoami", "get_activity", "get_mfa_status"]

  /// The caller's organisation if it is below `organization`, otherwise `organization` itself.
  private func home(of caller: TurnkeyCaller, below organization: String) -> String {
    let own = caller.place.organization
    return directory.organization(own)?.parentID == organization ? own : organization
  }

  private func whoAmI(_ caller: TurnkeyCaller) throws(TurnkeyFailure) -> JSONValue {
    guard let organization = directory.organization(caller.place.organization),
      let user = organization.user(caller.place.user)
    else { throw .userNotFound }
    return [
      "organizationId": .string(organization.id), "organizationName": .string(organization.name),
      "userId": .string(user.id), "username": .string(user.name),
    ]
  }

  /// Handles the queries about users and their credentials. Returns nil for any other query.
  private func userAnswer(
    _ query: String, _ fields: TurnkeyFields, in organization: String, _ caller: TurnkeyCaller
  ) throws(TurnkeyFailure) -> JSONValue? {
    let users = directory.organization(organization)?.users ?? []
    switch query {
    case "get_user": return ["user": try user(fields, in: organization).json()]
    case "list_users": return ["users": .array(users.map { $0.json() })]
    case "list_user_tags": return ["userTags": []]
    case "get_api_keys":
      // A query that does not name a user returns the keys of all users.
      let chosen = try fields.optionalString("userId") == nil ? users : [user(fields, in: organization)]
      return ["apiKeys": .array(chosen.flatMap(\.apiKeys).map(\.json))]
    case "get_api_key":
      let id = try fields.string("apiKeyId")
      guard let key = users.flatMap(\.apiKeys).first(where: { $0.id == id }) else {
        throw .notFound("no api key found with the given ID")
      }
      return ["apiKey": key.json]
    case "get_authenticators":
      return ["authenticators": .array(try user(fields, in: organization).authenticators.map(\.json))]
    case "get_authenticator":
      let id = try fields.string("authenticatorId")
      guard let found = users.flatMap(\.authenticators).first(where: { $0.id == id }) else {
        throw .notFound("webauthn authenticator not found in organization", "CREDENTIAL_NOT_FOUND")
      }
      return ["authenticator": found.json]
    case "get_oauth_providers":
      let chosen = try fields.optionalString("userId") == nil ? users : [user(fields, in: organization)]
      return ["oauthProviders": .array(chosen.flatMap(\.oauthIdentities).map(\.json))]
    case "get_mfa_policies":
      _ = try user(fields, in: organization)
      return ["mfaPolicies": []]
    default: return nil
    }
  }

  private func user(_ fields: TurnkeyFields, in organization: String) throws(TurnkeyFailure) -> TurnkeyUser {
    let place = TurnkeyDirectory.Place(organization: organization, user: try fields.string("userId"))
    guard let user = directory.user(place) else { throw .userNotFound }
    return user
  }

  /// Handles the queries about an organisation's policies, session profiles, OAuth 2.0 credentials and settings.
  /// Returns nil for any other query.
  private func organizationAnswer(
    _ query: String, _ fields: TurnkeyFields, in id: String
  ) throws(TurnkeyFailure) -> JSONValue? {
    guard let organization = directory.organization(id) else { throw .unknownOrganization }
    switch query {
    case "list_policies": return ["policies": .array(organization.policies.map(\.json))]
    case "get_policy": return ["policy": try policy(try fields.string("policyId"), in: id).json]
    case "get_policy_evaluations": return ["policyEvaluations": []]
    case "get_session_profiles": return ["sessionProfiles": .array(organization.sessionProfiles.map(\.json))]
    case "get_session_profile":
      let wanted = try fields.string("sessionProfileId")
      guard let profile = organization.sessionProfiles.first(where: { $0.id == wanted }) else {
        throw .notFound("no session profile found with the given ID")
      }
      return ["sessionProfile": profile.json]
    case "list_oauth2_credentials":
      return ["oauth2Credentials": .array(organization.oauth2Credentials.map(\.json))]
    case "get_oauth2_credential":
      return ["oauth2Credential": try oauth2Credential(try fields.string("oauth2CredentialId"), in: id).json]
    case "get_organization_configs":
      let quorum: JSONValue = [
        "threshold": .integer(Int64(organization.rootQuorum)),
        "userIds": .array(organization.rootUsers.map { .string($0.id) }),
      ]
      return ["configs": ["features": [], "quorum": quorum]]
    default: return nil
    }
  }

  private mutating func activity(_ id: String, in organization: String) throws(TurnkeyFailure) -> JSONValue {
    guard var activity = activities.activity(id), activity.organization == organization else {
      throw .notFound("no activity found with the given ID")
    }
    if activity.status == .pending {
      activity.pollsLeft -= 1
      if activity.pollsLeft <= 0 { activity.status = .completed }
      activities.save(activity)
    }
    return activity.response
  }

  private func listActivities(_ fields: TurnkeyFields, in organization: String) throws(TurnkeyFailure) -> JSONValue {
    let statuses = Set((fields.object["filterByStatus"]?.arrayValue ?? []).compactMap(\.stringValue))
    let types = Set((fields.object["filterByType"]?.arrayValue ?? []).compactMap(\.stringValue))
    let fitting = activities.all(of: organization).filter { activity in
      (statuses.isEmpty || statuses.contains(activity.status.rawValue))
        && (types.isEmpty || types.contains(activity.type))
    }
    return ["activities": .array(try fields.page(of: fitting) { $0.id }.map(\.json))]
  }
}

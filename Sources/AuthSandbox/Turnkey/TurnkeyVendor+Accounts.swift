import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TurnkeyVendor {
  /// A new sub-organisation with its root users (§5).
  mutating func createSubOrganization(
    _ fields: TurnkeyFields, isNewest: Bool, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    guard world.createsUsers(name) else { throw .notAuthorized }
    guard try fields.fields("wallet") == nil else { throw .unserved("wallets") }
    let rootUsers = try fields.objects("rootUsers")
    guard !rootUsers.isEmpty else { throw .invalid("rootUsers must be set") }
    guard try fields.integer("rootQuorumThreshold", in: 1...Int64(rootUsers.count)) != nil else {
      throw .invalid("rootQuorumThreshold must be set")
    }
    var users: [TurnkeyUser] = []
    for root in rootUsers { users.append(try user(root, needsName: true, world)) }
    let organization = addOrganization(try fields.string("subOrganizationName"), users, world)
    return [
      "subOrganizationId": .string(organization.id), "rootUserIds": .array(users.map { .string($0.id) }),
    ]
  }

  /// A user from `rootUsers[]` or from a sign-up; at least one credential is needed.
  ///
  /// - Parameter proven: the contact that a verification token proved, which makes up for a missing credential.
  func user(
    _ fields: TurnkeyFields, needsName: Bool, proven: TurnkeyContact? = nil, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyUser {
    let email = try fields.optionalString("userEmail").flatMap { $0.isEmpty ? nil : $0 }
    let phone = try fields.optionalString("userPhoneNumber").flatMap { $0.isEmpty ? nil : $0 }
    if let email, TurnkeyContact.email(email) == nil { throw .invalid("invalid email address", "INVALID_EMAIL") }
    if let phone, TurnkeyContact.phone(phone) == nil { throw .invalid("invalid phone number") }
    let fallback = email ?? "user-\(world.unixTime)"
    let name = needsName ? try fields.string("userName") : try fields.optionalString("userName") ?? fallback
    var user = TurnkeyUser(
      id: world.random.uuid(), name: name, email: email, phone: phone, createdAt: world.now, updatedAt: world.now)
    for key in try fields.objects("apiKeys") { try Self.add(try apiKey(key, world), to: &user, now: world.now) }
    for provider in try fields.objects("oauthProviders") {
      user.oauthIdentities.append(try oauthIdentity(provider, world))
    }
    for one in try fields.objects("authenticators") { user.authenticators.append(try authenticator(one, world)) }
    guard !user.handles.isEmpty || !user.oauthIdentities.isEmpty || proven != nil else {
      throw .invalid("a root user needs at least one credential")
    }
    return user
  }

  mutating func addOrganization(
    _ name: String, _ users: [TurnkeyUser], _ world: SandboxWorld
  ) -> TurnkeyOrganization {
    let organization = TurnkeyOrganization(
      id: world.random.uuid(), name: name, parentID: organizationID, users: users, createdAt: world.now)
    directory.add(organization)
    return organization
  }

  /// v1ApiKeyParamsV2.
  func apiKey(_ fields: TurnkeyFields, _ world: SandboxWorld) throws(TurnkeyFailure) -> TurnkeyAPIKey {
    guard try fields.string("curveType") == "API_KEY_CURVE_P256" else { throw .unserved("keys of other curves") }
    let text = try fields.string("publicKey").lowercased()
    return TurnkeyAPIKey(
      id: world.random.uuid(), name: try fields.string("apiKeyName"), publicKey: text,
      verifier: try TurnkeyAPIKey.point(text), isLogin: false, createdAt: world.now,
      lifetime: try fields.seconds("expirationSeconds", in: 1...(1 << 32)))
  }

  /// v1OauthProviderParamsV2: a token, or the three claims that it would have.
  private func oauthIdentity(
    _ fields: TurnkeyFields, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyOAuthIdentity {
    let key: TurnkeyOAuthIdentity.Key
    if let token = try fields.optionalString("oidcToken") {
      key = try identity(of: token, boundTo: nil, world)
    } else if let claims = try fields.fields("oidcClaims") {
      key = TurnkeyOAuthIdentity.Key(
        issuer: try claims.string("iss"), audience: try claims.string("aud"), subject: try claims.string("sub"))
    } else {
      throw .invalid("an OAuth provider needs oidcToken or oidcClaims")
    }
    guard directory.places(where: { _, user in user.oauthIdentities.contains { $0.key == key } }).isEmpty else {
      throw .invalid("OAuth provider already exists", "OAUTH_PROVIDER_ALREADY_EXISTS")
    }
    return TurnkeyOAuthIdentity(
      id: world.random.uuid(), name: try fields.string("providerName"), key: key, createdAt: world.now)
  }

  mutating func createAPIKeys(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let place = try subject(fields, activity)
    var keys: [TurnkeyAPIKey] = []
    for key in try fields.objects("apiKeys") { keys.append(try apiKey(key, world)) }
    guard !keys.isEmpty else { throw .invalid("apiKeys must be set") }
    try directory.change(place) { (user: inout TurnkeyUser) throws(TurnkeyFailure) in
      var changed = user
      for key in keys { try Self.add(key, to: &changed, now: world.now) }
      user = changed
    }
    return ["apiKeyIds": .array(keys.map { .string($0.id) })]
  }

  mutating func deleteAPIKeys(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let place = try subject(fields, activity)
    let ids = Set((fields.object["apiKeyIds"]?.arrayValue ?? []).compactMap(\.stringValue))
    guard !ids.isEmpty else { throw .invalid("apiKeyIds must be set") }
    guard let known = directory.user(place)?.apiKeys.map(\.id), ids.isSubset(of: known) else {
      throw .notFound("no api key found with the given ID")
    }
    directory.change(place) { user in user.apiKeys.removeAll { ids.contains($0.id) } }
    return ["apiKeyIds": .array(ids.sorted().map { .string($0) })]
  }

  mutating func updateUser(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let place = try subject(fields, activity)
    switch activity.kind.path {
    case "update_user_name":
      let name = try fields.string("userName")
      directory.change(place) { $0.name = name }
    case "update_user_email":
      // An empty text takes the address away.
      let email = try fields.optionalString("userEmail") ?? ""
      guard email.isEmpty || TurnkeyContact.email(email) != nil else {
        throw .invalid("invalid email address", "INVALID_EMAIL")
      }
      directory.change(place) { $0.email = email.isEmpty ? nil : email }
    default:
      let phone = try fields.optionalString("userPhoneNumber") ?? ""
      guard phone.isEmpty || TurnkeyContact.phone(phone) != nil else { throw .invalid("invalid phone number") }
      directory.change(place) { $0.phone = phone.isEmpty ? nil : phone }
    }
    directory.change(place) { $0.updatedAt = world.now }
    return ["userId": .string(place.user)]
  }

  /// The user that an activity is about: of its own organisation, and only by somebody of that organisation.
  func subject(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> TurnkeyDirectory.Place {
    guard activity.caller.place.organization == activity.organization else { throw .notAuthorized }
    let place = TurnkeyDirectory.Place(organization: activity.organization, user: try fields.string("userId"))
    guard directory.user(place) != nil else { throw .userNotFound }
    return place
  }
}

import AuthCore
import AuthSandboxKit

extension TurnkeyVendor {
  /// Reads a v1ApiKeyParamsV2 and returns the key.
  func apiKey(_ fields: TurnkeyFields, _ world: SandboxWorld) throws(TurnkeyFailure) -> TurnkeyAPIKey {
    let text = try fields.string("publicKey").lowercased()
    return TurnkeyAPIKey(
      id: world.random.uuid(), name: try fields.string("apiKeyName"), publicKey: text,
      verifier: try TurnkeyPublicKey(text, curveType: try fields.string("curveType")), origin: .registration,
      createdAt: world.now, lifetime: try fields.seconds("expirationSeconds", in: 1...(1 << 32)))
  }

  /// Reads a v1OauthProviderParamsV2 and returns the identity. The parameters have either an ID token or the three
  /// claims that identify the user; in the older version, they can have only the token. Refuses an identity that a user
  /// of a sub-organisation already has.
  func oauthIdentity(
    _ fields: TurnkeyFields, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyOAuthIdentity {
    let key: TurnkeyOAuthIdentity.Key
    switch (try fields.optionalString("oidcToken"), try fields.fields("oidcClaims")) {
    case (let token?, nil): key = try identity(of: token, boundTo: nil, world)
    case (nil, let claims?):
      key = TurnkeyOAuthIdentity.Key(
        issuer: try claims.string("iss"), audience: try claims.string("aud"), subject: try claims.string("sub"))
    default: throw .invalid("an OAuth provider needs exactly one of oidcToken and oidcClaims")
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
    let ids = Set(try fields.strings("apiKeyIds"))
    guard let known = directory.user(place)?.apiKeys.map(\.id), ids.isSubset(of: known) else {
      throw .notFound("no api key found with the given ID")
    }
    directory.change(place) { user in user.apiKeys.removeAll { ids.contains($0.id) } }
    return ["apiKeyIds": .array(ids.sorted().map { .string($0) })]
  }

  mutating func createOAuthProviders(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let place = try subject(fields, activity)
    var made: [TurnkeyOAuthIdentity] = []
    for provider in try fields.objects("oauthProviders") { made.append(try oauthIdentity(provider, world)) }
    guard !made.isEmpty else { throw .invalid("oauthProviders must be set") }
    guard (directory.user(place)?.oauthIdentities.count ?? 0) + made.count <= 10 else {
      throw .exhausted("user has exceeded maximum oauth providers", nil)
    }
    directory.change(place) { $0.oauthIdentities += made }
    return ["providerIds": .array(made.map { .string($0.id) })]
  }

  mutating func deleteOAuthProviders(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let place = try subject(fields, activity)
    let ids = Set(try fields.strings("providerIds"))
    guard let known = directory.user(place)?.oauthIdentities.map(\.id), ids.isSubset(of: known) else {
      throw .notFound("no oauth provider found with the given ID")
    }
    directory.change(place) { user in user.oauthIdentities.removeAll { ids.contains($0.id) } }
    return ["providerIds": .array(ids.sorted().map { .string($0) })]
  }
}

import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TurnkeyVendor {
  /// The lifetimes that a request may name, in seconds: up to 30 days.
  static let sessionLifetimes: ClosedRange<Int64> = 1...2_592_000

  /// Opens a session for the user whose key stamped the request. Clients renew a session with the same activity (T23).
  mutating func stampLogin(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    try logIn(activity.caller.place, fields, lifetime: nil, world)
  }

  /// Opens a session for the user who verified a contact with a code (T77).
  ///
  /// - Parameters:
  ///   - fields: the request's members.
  ///   - organization: the organisation to search for the contact. If it is the parent organisation, all
  ///     sub-organisations are searched.
  ///   - needsSignature: whether `clientSignature` is required. A signature in the request is verified in any case.
  ///   - lifetime: the session's lifetime in seconds, which the auth proxy sets; nil if the request may name it.
  ///   - world: the time and the source of randomness.
  mutating func otpLogin(
    _ fields: TurnkeyFields, in organization: String, needsSignature: Bool, lifetime: Int64?, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let token = try verification(try fields.string("verificationToken"), world)
    let publicKey = try fields.string("publicKey")
    if let signature = try fields.fields("clientSignature") {
      try token.check(signature, usage: .login) { use in
        use["login"]?["publicKey"]?.stringValue?.lowercased() == publicKey.lowercased()
      }
    } else if needsSignature {
      throw .invalid("clientSignature must be set")
    }
    guard token.organization == organizationID || token.organization == organization else {
      throw .organizationMismatch
    }
    let places = directory.places { found, user in
      (organization == organizationID || found.id == organization) && token.contact.belongs(to: user)
    }
    guard let place = places.first else { throw .userNotFound }
    try checkUnspent(token, .login)
    let result = try logIn(place, fields, lifetime: lifetime, world)
    spend(token, .login)
    return result
  }

  /// Opens a session for the user whom an OpenID Connect ID token names (T25).
  mutating func oauthLogin(
    _ fields: TurnkeyFields, in organization: String, lifetime: Int64?, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let publicKey = try fields.string("publicKey")
    let key = try identity(of: try fields.string("oidcToken"), boundTo: publicKey, world)
    let places = directory.places { found, user in
      (organization == organizationID || found.id == organization)
        && user.oauthIdentities.contains { $0.key == key }
    }
    guard let place = places.first else { throw .userNotFound }
    return try logIn(place, fields, lifetime: lifetime, world)
  }

  /// Registers the session's key and returns the session's JWT.
  ///
  /// - Parameters:
  ///   - place: the user.
  ///   - fields: the request's members.
  ///   - lifetime: the lifetime in seconds, which the auth proxy sets. If it is nil, the lifetime in the request
  ///     applies, otherwise that of the session profile, otherwise 900 seconds.
  ///   - world: the time and the source of randomness.
  private mutating func logIn(
    _ place: TurnkeyDirectory.Place, _ fields: TurnkeyFields, lifetime: Int64?, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let text = try fields.string("publicKey").lowercased()
    let invalidates = try fields.bool("invalidateExisting")
    let profile = try sessionProfile(try fields.optionalString("sessionProfileId"), for: place)
    let requested = try fields.seconds("expirationSeconds", in: Self.sessionLifetimes)
    let seconds = lifetime ?? requested ?? profile?.lifetime ?? 900
    let key = TurnkeyAPIKey(
      id: world.random.uuid(), name: "session", publicKey: text, verifier: .p256(try TurnkeyAPIKey.point(text)),
      origin: .login, createdAt: world.now, lifetime: seconds, sessionProfileID: profile?.id)
    try directory.change(place) { (user: inout TurnkeyUser) throws(TurnkeyFailure) in
      if invalidates { user.apiKeys.removeAll { $0.origin == .login } }
      try Self.add(key, to: &user, now: world.now)
    }
    var claims: JSONObject = [
      "exp": .integer(world.unixTime + seconds), "public_key": .string(text),
      "session_type": .string(profile?.name ?? "SESSION_TYPE_READ_WRITE"), "user_id": .string(place.user),
      "organization_id": .string(place.organization),
    ]
    claims["session_profile_id"] = (profile?.id).map { .string($0) }
    claims["scope"] = (profile?.scope).map { .string($0) }
    return ["session": .string(try enclaves.sessionToken(claims))]
  }

  /// Adds a key to a user, who may have ten permanent keys and ten expiring keys. An eleventh expiring key replaces
  /// those that have expired, or the oldest expiring key if none has expired (T13).
  ///
  /// - Throws: `CREDENTIAL_CONFLICT` for a public key that the user already has, unless both keys are from logins; a
  ///   refusal with HTTP 429 for an eleventh permanent key.
  static func add(_ key: TurnkeyAPIKey, to user: inout TurnkeyUser, now: Date) throws(TurnkeyFailure) {
    // A login with the key of an earlier login gives that key a new lifetime.
    user.apiKeys.removeAll { $0.publicKey == key.publicKey && $0.origin == .login && key.origin == .login }
    guard !user.apiKeys.contains(where: { $0.publicKey == key.publicKey }) else {
      throw .invalid("public key is already registered", "CREDENTIAL_CONFLICT")
    }
    if key.lifetime == nil {
      guard user.apiKeys.filter({ $0.lifetime == nil }).count < 10 else {
        throw .exhausted("user has exceeded maximum long-lived api keys", nil)
      }
    } else {
      if user.apiKeys.filter({ $0.lifetime != nil }).count >= 10 {
        user.apiKeys.removeAll { $0.isExpired(at: now) }
      }
      while user.apiKeys.filter({ $0.lifetime != nil }).count >= 10,
        let oldest = user.apiKeys.firstIndex(where: { $0.lifetime != nil })
      {
        user.apiKeys.remove(at: oldest)
      }
    }
    user.apiKeys.append(key)
    user.updatedAt = now
  }

  /// Verifies a verification token, which this server must have issued.
  func verification(_ token: String, _ world: SandboxWorld) throws(TurnkeyFailure) -> TurnkeyVerification {
    try TurnkeyVerification(token: token, key: enclaves.tlsFetcher.publicKey, unixTime: world.unixTime)
  }

  /// Refuses a verification token that was already used for `usage` (T69).
  func checkUnspent(
    _ token: TurnkeyVerification, _ usage: TurnkeyVerification.Usage
  ) throws(TurnkeyFailure) {
    guard !spentTokens.contains(token.id + " " + usage.rawValue) else { throw .spentVerificationToken }
  }

  mutating func spend(_ token: TurnkeyVerification, _ usage: TurnkeyVerification.Usage) {
    spentTokens.insert(token.id + " " + usage.rawValue)
  }

  /// Verifies an ID token, which the sandbox's identity system must have signed, and returns the identity in it.
  ///
  /// - Parameters:
  ///   - token: the ID token.
  ///   - publicKey: the session's key; nil if the token does not open a session. The claim `nonce` or `tknonce` must be
  ///     the SHA-256 hash, in hex, of the key's text (T25).
  ///   - world: the time, and the identity system with its keys.
  func identity(
    of token: String, boundTo publicKey: String?, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyOAuthIdentity.Key {
    let refused = TurnkeyFailure.invalid("invalid OIDC token", "INVALID_OIDC_TOKEN")
    let jwt: VerifiedJWT
    do throws(AuthError) {
      jwt = try JWTVerifier(.applicationToken()).verify(
        token, with: world.identity.publicKeys(), at: world.now)
    } catch {
      throw refused
    }
    guard let issuer = jwt.issuer, let subject = jwt.subject, let audience = jwt.audiences.first else { throw refused }
    if let publicKey {
      let nonce = Hex.encode(SHA256.hash(data: Array(publicKey.utf8)))
      guard jwt["nonce"]?.stringValue == nonce || jwt["tknonce"]?.stringValue == nonce else { throw refused }
    }
    return TurnkeyOAuthIdentity.Key(issuer: issuer, audience: audience, subject: subject)
  }
}

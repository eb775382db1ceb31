import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TurnkeyVendor {
  mutating func createSessionProfile(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let profile = TurnkeySessionProfile(
      id: world.random.uuid(), name: try fields.string("sessionProfileName"), scope: try fields.string("scope"),
      lifetime: try fields.seconds("expirationSeconds", in: Self.sessionLifetimes),
      notes: try fields.optionalString("notes"), createdAt: world.now)
    directory.changeOrganization(activity.organization) { $0.sessionProfiles.append(profile) }
    return ["sessionProfileId": .string(profile.id)]
  }

  /// The session profile with the given id, in the user's organisation or its parent; nil if no id is given.
  func sessionProfile(
    _ id: String?, for place: TurnkeyDirectory.Place
  ) throws(TurnkeyFailure) -> TurnkeySessionProfile? {
    guard let id, !id.isEmpty else { return nil }
    let own = directory.organization(place.organization)
    let above = own?.parentID.flatMap { directory.organization($0) }
    let profiles = (own?.sessionProfiles ?? []) + (above?.sessionProfiles ?? [])
    guard let profile = profiles.first(where: { $0.id == id }) else {
      throw .notFound("no session profile found with the given ID")
    }
    return profile
  }

  /// Opens a read-only session, which allows queries without a stamp for an hour (T74).
  mutating func createReadOnlySession(
    _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let session = Base64URL.encode(world.random.bytes(32))
    let expires = world.now.addingTimeInterval(3600)
    readOnlySessions[session] = (activity.caller.place, expires)
    var result = try names(of: activity.caller.place)
    result["session"] = .string(session)
    result["sessionExpiry"] = .string(String(world.unixTime + 3600))
    return result
  }

  private func names(of place: TurnkeyDirectory.Place) throws(TurnkeyFailure) -> JSONObject {
    guard let organization = directory.organization(place.organization), let user = organization.user(place.user)
    else { throw .userNotFound }
    return [
      "organizationId": .string(organization.id), "organizationName": .string(organization.name),
      "userId": .string(user.id), "username": .string(user.name),
    ]
  }

  /// Opens a session of the older kind, whose key the enclave makes and encrypts to the client (T78).
  mutating func createReadWriteSession(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    var place = activity.caller.place
    if let user = try fields.optionalString("userId"), !user.isEmpty {
      place = TurnkeyDirectory.Place(organization: activity.organization, user: user)
    }
    var result = try names(of: place)
    let made = try makeKey(for: place, .readWriteSession, fields, world)
    result["apiKeyId"] = .string(made.id)
    result["credentialBundle"] = .string(made.bundle)
    return result
  }

  /// oauth: exchanges an ID token for a session's key.
  mutating func oauthBundle(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let key = try identity(
      of: try fields.string("oidcToken"), boundTo: try fields.string("targetPublicKey"), world)
    let place = directory.places { found, user in
      found.id == activity.organization && user.oauthIdentities.contains { $0.key == key }
    }.first
    guard let place else { throw .userNotFound }
    return try bundleResult(for: place, .oauth, fields, world)
  }

  /// otp_auth: exchanges an unencrypted code for a session's key.
  mutating func otpBundle(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let challenge = try otp.challenge(try fields.string("otpId"), now: world.now)
    guard challenge.target == nil else { throw .invalid("this OTP accepts only an encrypted code") }
    let place = directory.places { found, user in
      found.id == activity.organization && challenge.contact.belongs(to: user)
    }.first
    guard let place else { throw .userNotFound }
    try otp.redeem(challenge, code: try fields.string("otpCode"))
    return try bundleResult(for: place, .otpAuth, fields, world)
  }

  /// email_auth and init_user_email_recovery: sends the bundle with a new key to the user's address. The `code` of the
  /// message in the outbox is the bundle.
  mutating func mailBundle(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let email = try fields.string("email")
    guard let contact = TurnkeyContact(type: "OTP_TYPE_EMAIL", contact: email) else {
      throw .invalid("invalid email address", "INVALID_EMAIL")
    }
    let users = directory.organization(activity.organization)?.users ?? []
    guard let user = users.first(where: { contact.belongs(to: $0) }) else { throw .userNotFound }
    let isRecovery = activity.kind.path == "init_user_email_recovery"
    let made = try makeKey(
      for: TurnkeyDirectory.Place(organization: activity.organization, user: user.id),
      isRecovery ? .recovery : .emailAuth, fields, world)
    world.send(provider: name, channel: .email, to: email, code: made.bundle)
    return isRecovery ? ["userId": .string(user.id)] : ["userId": .string(user.id), "apiKeyId": .string(made.id)]
  }

  /// recover_user: adds a passkey to the user that `userId` names. The sandbox does not check that a recovery key
  /// stamped the request.
  mutating func recoverUser(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let place = try subject(fields, activity)
    guard let one = try fields.fields("authenticator") else { throw .invalid("authenticator must be set") }
    let made = try authenticator(one, world)
    directory.change(place) { $0.authenticators.append(made) }
    return ["authenticatorId": .array([.string(made.id)])]
  }

  private mutating func bundleResult(
    for place: TurnkeyDirectory.Place, _ origin: TurnkeyAPIKey.Origin, _ fields: TurnkeyFields, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let made = try makeKey(for: place, origin, fields, world)
    return [
      "userId": .string(place.user), "apiKeyId": .string(made.id), "credentialBundle": .string(made.bundle),
    ]
  }

  private mutating func makeKey(
    for place: TurnkeyDirectory.Place, _ origin: TurnkeyAPIKey.Origin, _ fields: TurnkeyFields, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> (id: String, bundle: String) {
    let key = P256.Signing.PrivateKey()
    let bundle = try TurnkeyEnclaves.credentialBundle(key, to: try fields.string("targetPublicKey"))
    let invalidates = try fields.bool("invalidateExisting")
    let made = TurnkeyAPIKey(
      id: world.random.uuid(), name: try fields.optionalString("apiKeyName") ?? "session",
      publicKey: Hex.encode(key.publicKey.compressedRepresentation), verifier: .p256(key.publicKey), origin: origin,
      createdAt: world.now,
      lifetime: try fields.seconds("expirationSeconds", in: Self.sessionLifetimes) ?? 900)
    try directory.change(place) { (user: inout TurnkeyUser) throws(TurnkeyFailure) in
      if invalidates { user.apiKeys.removeAll { $0.origin == origin } }
      try Self.add(made, to: &user, now: world.now)
    }
    return (made.id, bundle)
  }
}

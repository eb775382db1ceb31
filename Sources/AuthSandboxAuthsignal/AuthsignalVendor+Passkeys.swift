import AuthCore
import AuthPasskey
import AuthSandboxKit

extension AuthsignalVendor {
  /// Handles the calls of passkeys (A27 to A36); nil for any other call.
  mutating func passkeyCall(
    _ request: SandboxRequest, path: [String], world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue? {
    switch (request.method, path) {
    case ("POST", ["user-authenticators", "passkey", "registration-options"]):
      return try registrationOptions(request, token: try bearer(request, world: world), world: world)
    case ("POST", ["user-authenticators", "passkey"]):
      return try addPasskey(request, token: try bearer(request, world: world), world: world)
    case ("POST", ["user-authenticators", "passkey", "authentication-options"]):
      return try authenticationOptions(request, token: try optionalBearer(request, world: world), world: world)
    case ("POST", ["verify", "passkey"]):
      return try verifyPasskey(request, token: try optionalBearer(request, world: world), world: world)
    case ("GET", ["user-authenticators", "passkey"]):
      _ = try optionalBearer(request, world: world)
      return try knownPasskey(request)
    default: return nil
    }
  }

  /// The algorithms that the options name and the server accepts: EdDSA, ES256, RS256.
  static let algorithms = [-8, -7, -257]

  private mutating func registrationOptions(
    _ request: SandboxRequest, token: AuthsignalClientToken, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let user = records.user(token.key.userID)
    if user.isEnrolled, !token.scopes.contains(AuthsignalClientToken.addScope) {
      throw .missingScope(AuthsignalClientToken.addScope)
    }
    let name =
      request.text("username") ?? user.profile["username"]?.stringValue ?? user.profile["email"]?.stringValue
      ?? token.key.userID
    let (id, challenge) = begin(isRegistration: true, token: token, action: nil, world: world)
    var selection: JSONObject = [
      "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
    ]
    // `null` permits platform and cross-platform authenticators (A27).
    let attachment = request.jsonObject?["authenticatorAttachment"] ?? "platform"
    if !attachment.isNull { selection["authenticatorAttachment"] = attachment }
    // The options have every member that any of the vendor's SDKs needs (A27).
    return [
      "challengeId": .string(id),
      "options": [
        "challenge": .string(challenge), "rp": ["id": .string(party(world).id), "name": "Latchkey sandbox"],
        "user": [
          "id": .string(AuthsignalUserHandle.text(of: token.key.userID)), "name": .string(name),
          "displayName": .string(request.text("displayName") ?? name),
        ],
        "pubKeyCredParams": .array(
          Self.algorithms.map { ["alg": .integer(Int64($0)), "type": "public-key"] }),
        "timeout": 60_000, "attestation": "none", "excludeCredentials": descriptors(of: user),
        "authenticatorSelection": .object(selection),
        "extensions": ["credProps": true], "hints": [],
      ],
    ]
  }

  private mutating func addPasskey(
    _ request: SandboxRequest, token: AuthsignalClientToken, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let ceremony = try take(request, isRegistration: true, token: token, world: world)
    let sent = try SentPasskey(request.jsonObject?["registrationCredential"])
    guard let attestation = sent.bytes("attestationObject") else {
      throw .invalid("registrationCredential.response.attestationObject is missing or is not base64.")
    }
    // A passkey from a conditional creation may have neither user presence nor user verification (A109).
    let isConditional = request.jsonObject?["conditionalCreate"]?.boolValue == true
    var party = party(world)
    party.requiresUserVerification = !isConditional
    let passkey: RegisteredPasskey
    do throws(AuthError) {
      passkey = try party.verify(
        PasskeyRegistration(
          credentialID: sent.id, clientDataJSON: sent.clientData, attestationObject: attestation, transports: []),
        challenge: ceremony.challenge, isConditional: isConditional)
    } catch {
      throw .invalid(
        "The registration does not verify: its challenge, origin, RP ID, flags, algorithm or attestation object is "
          + "wrong. Request new options, and create the passkey again.")
    }
    guard owner(ofPasskey: sent.id) == nil else {
      throw .invalid("A passkey with this credential ID is already registered. Sign in with it, or create another.")
    }
    var authenticator = AuthsignalAuthenticator(id: world.random.uuid(), method: .passkey, createdAt: world.now)
    authenticator.passkey = passkey
    authenticator.passkeyDeviceID = request.text("deviceId") ?? world.random.uuid()
    authenticator.verifiedAt = world.now
    authenticator.lastVerifiedAt = world.now
    var user = records.user(token.key.userID)
    user.authenticators.append(authenticator)
    records.users[token.key.userID] = user
    notify("authenticator.created", of: authenticator, userID: token.key.userID, world: world)
    succeed(token.key, by: .passkey, authenticator.id, world)
    return [
      "isVerified": true, "userAuthenticatorId": .string(authenticator.id), "userId": .string(token.key.userID),
      "accessToken": .string(completedToken(token.key, username: token.username, world: world)),
      "userAuthenticator": authenticator.json(isDefault: user.verified.count == 1),
    ]
  }

  private mutating func authenticationOptions(
    _ request: SandboxRequest, token: AuthsignalClientToken?, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    var action: String?
    var idempotencyKey: String?
    if let bound = request.text("challengeId") {
      guard let challenge = records.deviceChallenges.removeValue(forKey: bound), challenge.kind == .anonymous,
        world.now < challenge.expires
      else {
        throw .invalid(
          "challengeId is not from POST /client/challenge, was used before, or has expired. Request a new challenge.")
      }
      action = challenge.action
      idempotencyKey = challenge.idempotencyKey
    }
    let (id, challenge) = begin(
      isRegistration: false, token: token, action: action, idempotencyKey: idempotencyKey, world: world)
    // Without a user the list is empty: a discoverable credential provides its user handle (A80).
    let allowed = token.map { descriptors(of: records.user($0.key.userID)) } ?? []
    return [
      "challengeId": .string(id),
      "options": [
        "challenge": .string(challenge), "rpId": .string(party(world).id), "allowCredentials": allowed,
        "userVerification": "required", "timeout": 60_000,
      ],
    ]
  }

  private mutating func verifyPasskey(
    _ request: SandboxRequest, token: AuthsignalClientToken?, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let ceremony = try take(request, isRegistration: false, token: token, world: world)
    let sent = try SentPasskey(request.jsonObject?["authenticationCredential"])
    guard let data = sent.bytes("authenticatorData"), let signature = sent.bytes("signature") else {
      throw .invalid("authenticationCredential.response must have authenticatorData and signature in base64.")
    }
    guard let (userID, index) = owner(ofPasskey: sent.id),
      let authenticator = records.users[userID]?.authenticators[index], let known = authenticator.passkey
    else { throw .unknownCredential }
    guard ceremony.key.map({ $0.userID == userID }) ?? true,
      sent.text("userHandle").map({ AuthsignalUserHandle.matches($0, userID: userID) }) ?? (ceremony.key != nil)
    else { throw .invalidCredential }
    let updated: RegisteredPasskey
    do throws(AuthError) {
      updated = try party(world).verify(
        PasskeyAssertion(
          credentialID: sent.id, clientDataJSON: sent.clientData, authenticatorData: data, signature: signature,
          userHandle: nil),
        challenge: ceremony.challenge, credential: known, owner: .checkedByCaller
      ).credential
    } catch {
      return ["isVerified": false]
    }
    records.users[userID]?.authenticators[index].passkey = updated
    records.users[userID]?.authenticators[index].lastVerifiedAt = world.now
    let key =
      ceremony.key
      ?? AuthsignalAction.Key(
        userID: userID, code: ceremony.action ?? Self.unnamedAction,
        idempotencyKey: ceremony.idempotencyKey ?? world.random.uuid())
    succeed(key, by: .passkey, authenticator.id, world)
    let profile = records.users[userID]?.profile
    let username = profile?["username"]?.stringValue
    var answer: JSONObject = [
      "isVerified": true, "accessToken": .string(completedToken(key, username: username, world: world)),
      "userId": .string(userID), "userAuthenticatorId": .string(authenticator.id),
    ]
    answer["username"] = username.map { .string($0) }
    answer["userDisplayName"] = profile?["displayName"]
    return .object(answer)
  }

  /// `GET …/passkey`: whether a passkey is known. GUESS A94: browsers send several ids, and the response is about the
  /// first known one.
  private func knownPasskey(_ request: SandboxRequest) throws(AuthsignalRefusal) -> JSONValue {
    let ids = (request.queryValue("credentialIds") ?? request.queryValue("credentialId") ?? "").split(separator: ",")
    for id in ids {
      guard let bytes = AuthsignalBase64.decode(String(id)), let (userID, index) = owner(ofPasskey: bytes),
        let date = records.users[userID]?.authenticators[index].verifiedAt
      else { continue }
      return ["credentialId": .string(Base64URL.encode(bytes)), "verifiedAt": .string(ISO8601.encode(date))]
    }
    throw .invalidCredential
  }

  private mutating func begin(
    isRegistration: Bool, token: AuthsignalClientToken?, action: String?, idempotencyKey: String? = nil,
    world: SandboxWorld
  ) -> (id: String, challenge: String) {
    let id = world.random.uuid()
    let ceremony = AuthsignalPasskeyCeremony(
      isRegistration: isRegistration, challenge: world.random.bytes(32), tokenID: token?.id, key: token?.key,
      action: action, idempotencyKey: idempotencyKey, expires: world.now.adding(AuthsignalPasskeyCeremony.lifetime))
    records.passkeyCeremonies[id] = ceremony
    return (id, Base64URL.encode(ceremony.challenge))
  }

  /// Takes the ceremony of a request. A ceremony can be completed only once, before it expires, and only with the token
  /// that began it.
  private mutating func take(
    _ request: SandboxRequest, isRegistration: Bool, token: AuthsignalClientToken?, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> AuthsignalPasskeyCeremony {
    guard let id = request.text("challengeId"), let ceremony = records.passkeyCeremonies.removeValue(forKey: id),
      ceremony.isRegistration == isRegistration, ceremony.tokenID == token?.id, world.now < ceremony.expires
    else {
      throw .invalid(
        "challengeId is unknown, used, expired, or from another kind of ceremony or another token. Request new "
          + "options.")
    }
    return ceremony
  }

  private func owner(ofPasskey id: [UInt8]) -> (userID: String, index: Int)? {
    for (userID, user) in records.users {
      let index = user.authenticators.firstIndex { $0.passkey?.credentialID == id }
      if let index { return (userID, index) }
    }
    return nil
  }

  private func descriptors(of user: AuthsignalUser) -> JSONValue {
    .array(
      user.authenticators.compactMap(\.passkey).map { passkey -> JSONValue in
        [
          "id": .string(Base64URL.encode(passkey.credentialID)), "type": "public-key",
          "transports": ["internal", "hybrid"],
        ]
      })
  }

  private func party(_ world: SandboxWorld) -> RelyingParty {
    RelyingParty(
      id: "localhost", origins: Set(world.relyingPartyOrigins), algorithms: Self.algorithms,
      requiresUserVerification: true)
  }
}

/// A credential as devices send it, with base64 in the standard or the URL-safe alphabet (A31).
private struct SentPasskey {
  let id: [UInt8]
  let clientData: [UInt8]
  let response: JSONValue

  init(_ json: JSONValue?) throws(AuthsignalRefusal) {
    guard let json, let response = json["response"],
      let id = (json["rawId"] ?? json["id"])?.stringValue.flatMap({ AuthsignalBase64.decode($0) }),
      let clientData = response["clientDataJSON"]?.stringValue.flatMap({ AuthsignalBase64.decode($0) })
    else {
      throw .invalid(
        "registrationCredential or authenticationCredential must have rawId and response.clientDataJSON in base64.")
    }
    self.id = id
    self.clientData = clientData
    self.response = response
  }

  func bytes(_ name: String) -> [UInt8]? { text(name).flatMap { AuthsignalBase64.decode($0) } }

  func text(_ name: String) -> String? { response[name]?.stringValue }
}

import AuthCore
import AuthPasskey
import AuthSandboxKit

extension AuthsignalVendor {
  /// Handles the calls of passkeys (A27 to A36) and security keys (A111); nil for any other call.
  mutating func passkeyCall(
    _ request: SandboxRequest, path: [String], world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue? {
    guard path.count > 1, let method = AuthsignalMethod.webAuthn.first(where: { $0.segment == path[1] }) else {
      return nil
    }
    switch (request.method, path[0], path.dropFirst(2).joined(separator: "/")) {
    case ("POST", "user-authenticators", "registration-options"):
      return try registrationOptions(method, request, token: try bearer(request, world: world), world: world)
    case ("POST", "user-authenticators", ""):
      return try addPasskey(method, request, token: try bearer(request, world: world), world: world)
    case ("POST", "user-authenticators", "authentication-options"):
      return try authenticationOptions(method, request, token: try caller(method, request, world), world: world)
    case ("POST", "verify", ""):
      return try verifyPasskey(method, request, token: try caller(method, request, world), world: world)
    case ("GET", "user-authenticators", "") where method == .passkey:
      _ = try optionalBearer(request, world: world)
      return try knownPasskey(request)
    default: return nil
    }
  }

  /// The token of a request that uses a credential. Only a passkey can be used without one (A111).
  private func caller(
    _ method: AuthsignalMethod, _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(AuthsignalRefusal) -> AuthsignalClientToken? {
    method == .passkey ? try optionalBearer(request, world: world) : try bearer(request, world: world)
  }

  /// The algorithms that the options name and the server accepts: EdDSA, ES256, RS256.
  static let algorithms = [-8, -7, -257]

  /// Begins a registration. GUESS A117: the server asks for a security key without a resident key, and with user
  /// verification if the key supports it; all of the user's credentials are excluded; a user without a security key
  /// cannot begin to use one. The sources give only the form of the options.
  private mutating func registrationOptions(
    _ method: AuthsignalMethod, _ request: SandboxRequest, token: AuthsignalClientToken, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let user = records.user(token.key.userID)
    if user.isEnrolled, !token.scopes.contains(AuthsignalClientToken.addScope) {
      throw .missingScope(AuthsignalClientToken.addScope)
    }
    let name =
      request.text("username") ?? user.profile["username"]?.stringValue ?? user.profile["email"]?.stringValue
      ?? token.key.userID
    let (id, challenge) = begin(method, isRegistration: true, token: token, action: nil, world: world)
    let isKey = method == .securityKey
    var selection: JSONObject = [
      "residentKey": isKey ? "discouraged" : "required", "requireResidentKey": .bool(!isKey),
      "userVerification": isKey ? "preferred" : "required",
    ]
    // `null` permits platform and cross-platform authenticators (A27).
    let attachment = isKey ? "cross-platform" : request.jsonObject?["authenticatorAttachment"] ?? "platform"
    if !attachment.isNull { selection["authenticatorAttachment"] = attachment }
    // The options have every member that any of the vendor's SDKs needs (A27).
    return Self.wrapped(
      method, id,
      [
        "challenge": .string(challenge), "rp": ["id": .string(party(world, method).id), "name": "Latchkey sandbox"],
        "user": [
          "id": .string(AuthsignalUserHandle.text(of: token.key.userID)), "name": .string(name),
          "displayName": .string(request.text("displayName") ?? name),
        ],
        "pubKeyCredParams": .array(
          Self.algorithms.map { ["alg": .integer(Int64($0)), "type": "public-key"] }),
        "timeout": 60_000, "attestation": "none",
        "excludeCredentials": descriptors(of: user, AuthsignalMethod.webAuthn),
        "authenticatorSelection": .object(selection),
        "extensions": ["credProps": true], "hints": isKey ? ["security-key"] : [],
      ])
  }

  /// The response with options: with the challenge's id for a passkey, and the options themselves for a security key
  /// (A111).
  private static func wrapped(_ method: AuthsignalMethod, _ id: String, _ options: JSONValue) -> JSONValue {
    method == .passkey ? ["challengeId": .string(id), "options": options] : options
  }

  /// The credential in a body: a member for a passkey, and the body itself for a security key (A111).
  private static func credential(
    _ name: String, _ method: AuthsignalMethod, _ request: SandboxRequest
  ) throws(AuthsignalRefusal) -> SentPasskey {
    try SentPasskey(method == .passkey ? request.jsonObject?[name] : request.jsonObject.map { .object($0) })
  }

  private mutating func addPasskey(
    _ method: AuthsignalMethod, _ request: SandboxRequest, token: AuthsignalClientToken, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let ceremony = try take(method, request, isRegistration: true, token: token, world: world)
    let sent = try Self.credential("registrationCredential", method, request)
    guard let attestation = sent.bytes("attestationObject") else {
      throw .invalid("The credential's response.attestationObject is missing or is not base64.")
    }
    // A passkey from a conditional creation may have neither user presence nor user verification (A109).
    let isConditional = method == .passkey && request.jsonObject?["conditionalCreate"]?.boolValue == true
    var party = party(world, method)
    if isConditional { party.requiresUserVerification = false }
    let passkey: RegisteredPasskey
    do throws(AuthError) {
      passkey = try party.verify(
        PasskeyRegistration(
          credentialID: sent.id, clientDataJSON: sent.clientData, attestationObject: attestation, transports: []),
        challenge: ceremony.challenge, isConditional: isConditional)
    } catch {
      throw .invalid(
        "The registration does not verify: its challenge, origin, RP ID, flags, algorithm or attestation object is "
          + "wrong. Request new options, and create the credential again.")
    }
    guard AuthsignalMethod.webAuthn.allSatisfy({ owner(of: sent.id, $0) == nil }) else {
      throw .invalid("A credential with this ID is already registered. Sign in with it, or create another.")
    }
    var authenticator = AuthsignalAuthenticator(id: world.random.uuid(), method: method, createdAt: world.now)
    authenticator.passkey = passkey
    authenticator.passkeyDeviceID = request.text("deviceId") ?? world.random.uuid()
    authenticator.verifiedAt = world.now
    authenticator.lastVerifiedAt = world.now
    var user = records.user(token.key.userID)
    user.authenticators.append(authenticator)
    records.users[token.key.userID] = user
    notify("authenticator.created", of: authenticator, userID: token.key.userID, world: world)
    succeed(token.key, by: method, authenticator.id, world)
    return [
      "isVerified": true, "userAuthenticatorId": .string(authenticator.id), "userId": .string(token.key.userID),
      "accessToken": .string(completedToken(token.key, username: token.username, world: world)),
      "userAuthenticator": authenticator.json(isDefault: user.verified.count == 1),
    ]
  }

  private mutating func authenticationOptions(
    _ method: AuthsignalMethod, _ request: SandboxRequest, token: AuthsignalClientToken?, world: SandboxWorld
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
    // Without a user the list is empty: a discoverable credential provides its user handle (A80).
    let allowed = token.map { descriptors(of: records.user($0.key.userID), [method]) } ?? []
    guard method == .passkey || allowed != [] else {
      throw .invalid("The user has no security key. Enrol one first.")
    }
    let (id, challenge) = begin(
      method, isRegistration: false, token: token, action: action, idempotencyKey: idempotencyKey, world: world)
    return Self.wrapped(
      method, id,
      [
        "challenge": .string(challenge), "rpId": .string(party(world, method).id), "allowCredentials": allowed,
        "userVerification": method == .passkey ? "required" : "preferred", "timeout": 60_000,
      ])
  }

  private mutating func verifyPasskey(
    _ method: AuthsignalMethod, _ request: SandboxRequest, token: AuthsignalClientToken?, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let ceremony = try take(method, request, isRegistration: false, token: token, world: world)
    let sent = try Self.credential("authenticationCredential", method, request)
    guard let data = sent.bytes("authenticatorData"), let signature = sent.bytes("signature") else {
      throw .invalid("The credential's response must have authenticatorData and signature in base64.")
    }
    guard let (userID, index) = owner(of: sent.id, method),
      let authenticator = records.users[userID]?.authenticators[index], let known = authenticator.passkey
    else { throw .unknownCredential }
    guard ceremony.key.map({ $0.userID == userID }) ?? true,
      sent.text("userHandle").map({ AuthsignalUserHandle.matches($0, userID: userID) }) ?? (ceremony.key != nil)
    else { throw .invalidCredential }
    let updated: RegisteredPasskey
    do throws(AuthError) {
      updated = try party(world, method).verify(
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
    succeed(key, by: method, authenticator.id, world)
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
      guard let bytes = AuthsignalBase64.decode(String(id)), let (userID, index) = owner(of: bytes, .passkey),
        let date = records.users[userID]?.authenticators[index].verifiedAt
      else { continue }
      return ["credentialId": .string(Base64URL.encode(bytes)), "verifiedAt": .string(ISO8601.encode(date))]
    }
    throw .invalidCredential
  }

  private mutating func begin(
    _ method: AuthsignalMethod, isRegistration: Bool, token: AuthsignalClientToken?, action: String?,
    idempotencyKey: String? = nil, world: SandboxWorld
  ) -> (id: String, challenge: String) {
    let id = Self.ceremonyID(method, isRegistration: isRegistration, token) ?? world.random.uuid()
    let ceremony = AuthsignalPasskeyCeremony(
      method: method, isRegistration: isRegistration, challenge: world.random.bytes(32), tokenID: token?.id,
      key: token?.key, action: action, idempotencyKey: idempotencyKey,
      expires: world.now.adding(AuthsignalPasskeyCeremony.lifetime))
    records.passkeyCeremonies[id] = ceremony
    return (id, Base64URL.encode(ceremony.challenge))
  }

  /// The id of a security key's ceremony, which the requests do not contain: a token has one ceremony of each kind at a
  /// time. Nil for a passkey.
  private static func ceremonyID(
    _ method: AuthsignalMethod, isRegistration: Bool, _ token: AuthsignalClientToken?
  ) -> String? {
    guard method == .securityKey, let token else { return nil }
    return "\(isRegistration ? "add" : "use") \(token.id)"
  }

  /// Takes the ceremony of a request. A ceremony can be completed only once, before it expires, and only with the token
  /// that began it.
  private mutating func take(
    _ method: AuthsignalMethod, _ request: SandboxRequest, isRegistration: Bool, token: AuthsignalClientToken?,
    world: SandboxWorld
  ) throws(AuthsignalRefusal) -> AuthsignalPasskeyCeremony {
    let given = method == .passkey ? request.text("challengeId") : nil
    guard let id = given ?? Self.ceremonyID(method, isRegistration: isRegistration, token),
      let ceremony = records.passkeyCeremonies.removeValue(forKey: id), ceremony.method == method,
      ceremony.isRegistration == isRegistration, ceremony.tokenID == token?.id, world.now < ceremony.expires
    else {
      throw .invalid(
        "The ceremony is unknown, used or expired, or challengeId is from another kind of ceremony or another token. "
          + "Request new options.")
    }
    return ceremony
  }

  private func owner(of id: [UInt8], _ method: AuthsignalMethod) -> (userID: String, index: Int)? {
    for (userID, user) in records.users {
      let index = user.authenticators.firstIndex { $0.method == method && $0.passkey?.credentialID == id }
      if let index { return (userID, index) }
    }
    return nil
  }

  private func descriptors(of user: AuthsignalUser, _ methods: [AuthsignalMethod]) -> JSONValue {
    .array(
      user.authenticators.filter { methods.contains($0.method) }.compactMap { authenticator -> JSONValue? in
        authenticator.passkey.map { credential in
          [
            "id": .string(Base64URL.encode(credential.credentialID)), "type": "public-key",
            "transports": authenticator.method == .passkey ? ["internal", "hybrid"] : ["usb", "nfc", "ble"],
          ]
        }
      })
  }

  /// The relying party. Not every security key verifies its user (A117).
  private func party(_ world: SandboxWorld, _ method: AuthsignalMethod) -> RelyingParty {
    RelyingParty(
      id: "localhost", origins: Set(world.relyingPartyOrigins), algorithms: Self.algorithms,
      requiresUserVerification: method == .passkey)
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
        "The credential must have rawId and response.clientDataJSON in base64: in registrationCredential or "
          + "authenticationCredential for a passkey, and as the body for a security key.")
    }
    self.id = id
    self.clientData = clientData
    self.response = response
  }

  func bytes(_ name: String) -> [UInt8]? { text(name).flatMap { AuthsignalBase64.decode($0) } }

  func text(_ name: String) -> String? { response[name]?.stringValue }
}

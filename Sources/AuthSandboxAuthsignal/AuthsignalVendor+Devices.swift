import AuthCore
import AuthSandboxKit

extension AuthsignalVendor {
  /// Handles the calls of push, QR code and in-app (A37 to A63); nil for any other call.
  mutating func deviceCall(
    _ request: SandboxRequest, path: [String], world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue? {
    let method = path.count > 1 ? AuthsignalMethod(segment: path[1]) : nil
    switch (request.method, path.first, path.count) {
    case ("POST", "challenge", 1):
      return try anonymousChallenge(request, token: try optionalBearer(request, world: world), world: world)
    case ("POST", "challenge", 2) where method == .push:
      return try challengePush(request, token: try bearer(request, world: world), world: &world)
    case ("POST", "challenge", 2) where method == .qrCode:
      return try challengeQRCode(request, token: try optionalBearer(request, world: world), world: world)
    case ("POST", "verify", 2) where method == .push:
      return try verifyPush(request, token: try bearer(request, world: world), world: world)
    case ("POST", "verify", 2) where method == .qrCode:
      _ = try optionalBearer(request, world: world)
      return try verifyQRCode(request, world: world)
    case ("POST", "verify", 2) where method == .inApp:
      return try verifyInApp(request, token: try optionalBearer(request, world: world), world: world)
    case (_, "user-authenticators", _):
      guard let method, method.isDeviceKey, !(request.method == "POST" && path.count == 2) else { return nil }
      return try deviceCredential(
        method, request, rest: Array(path.dropFirst(2)), token: try optionalBearer(request, world: world), world: world)
    default: return nil
    }
  }

  private mutating func deviceCredential(
    _ method: AuthsignalMethod, _ request: SandboxRequest, rest: [String], token: AuthsignalClientToken?,
    world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    switch (request.method, rest) {
    case ("GET", []):
      return try owned(method, AuthsignalDevice.key(query: request.queryValue("publicKey")), world).deviceJSON()
    case ("POST", ["remove"]):
      try check(token, may: AuthsignalClientToken.removeScope, method, request, world)
      return try removeDevice(method, request, world: world)
    case ("PATCH", []) where method == .push:
      try check(token, may: AuthsignalClientToken.updateScope, method, request, world)
      return try updatePush(request, world: world)
    case ("POST", ["sign"]) where method == .push: return try messageToSign(.update, request, world: world)
    case ("POST", ["challenge", "sign"]) where method == .push:
      return try messageToSign(.pickUp, request, world: world)
    case ("GET", ["challenge"]) where method == .push: return try pickUp(request, world: world)
    case ("POST", ["challenge"]) where method != .inApp: return try decide(method, request, world: world)
    case ("POST", ["challenge", "claim"]) where method == .qrCode: return try claimQRCode(request, world: world)
    default: throw .missingRoute
    }
  }

  /// Checks the token of a call that a signature by the device's key authenticates: a token, if there is one, must
  /// belong to the key's user and have the scope (A72). GUESS A100: no source shows these calls with a token.
  private func check(
    _ token: AuthsignalClientToken?, may scope: String, _ method: AuthsignalMethod, _ request: SandboxRequest,
    _ world: SandboxWorld
  ) throws(AuthsignalRefusal) {
    guard let token else { return }
    guard token.scopes.contains(scope) else { throw .missingScope(scope) }
    guard try owned(method, request.text("publicKey"), world).userID == token.key.userID else {
      throw .invalidCredential
    }
  }

  /// A device's credential, with its user.
  struct OwnedDevice {
    let userID: String
    let index: Int
    let authenticator: AuthsignalAuthenticator
    let device: AuthsignalDevice

    /// The credential as JSON.
    ///
    /// - Parameters:
    ///   - pushToken: the push token that was sent, which the response to an update repeats (A48).
    ///   - isUpdate: whether this is the response to an update.
    func deviceJSON(pushToken: String? = nil, isUpdate: Bool = false) -> JSONValue {
      var object: JSONObject = [
        "userAuthenticatorId": .string(authenticator.id), "userId": .string(userID),
      ]
      if !isUpdate { object["verifiedAt"] = authenticator.verifiedAt.map { .string(ISO8601.encode($0)) } }
      object["lastVerifiedAt"] = authenticator.lastVerifiedAt.map { .string(ISO8601.encode($0)) }
      object["expiresAt"] = device.expires.map { .string(ISO8601.encode($0)) }
      object["pushToken"] = pushToken.map { .string($0) }
      return .object(object)
    }
  }

  /// The credential with a public key; refuses an unknown or expired key.
  func owned(
    _ method: AuthsignalMethod, _ publicKey: String?, _ world: SandboxWorld
  ) throws(AuthsignalRefusal) -> OwnedDevice {
    guard let publicKey, let (userID, index) = records.owner(of: publicKey, method),
      let authenticator = records.users[userID]?.authenticators[index], let device = authenticator.device,
      device.expires.map({ world.now < $0 }) ?? true
    else { throw .invalidCredential }
    return OwnedDevice(userID: userID, index: index, authenticator: authenticator, device: device)
  }

  /// `POST /client/user-authenticators/<method>`: adds a device's key to the token's user. A key that the user has
  /// already enrolled is returned unchanged; a key of another user is refused.
  mutating func enrolDevice(
    _ method: AuthsignalMethod, _ request: SandboxRequest, token: AuthsignalClientToken, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard let publicKey = request.text("publicKey"), AuthsignalDevice.key(publicKey) != nil else {
      throw .invalid("publicKey must be a P-256 key: SubjectPublicKeyInfo in standard base64.")
    }
    guard let name = request.text("deviceName"), let platform = request.text("devicePlatform"),
      ["ios", "android"].contains(platform)
    else { throw .invalid("deviceName is missing, or devicePlatform is neither ios nor android.") }
    try checkAttestation(request, token: token, world: world)
    if let (owner, _) = records.owner(of: publicKey, method) {
      guard owner == token.key.userID else {
        throw .invalid("publicKey belongs to another user. Make a new key for this user.")
      }
      return try owned(method, publicKey, world).deviceJSON()
    }
    var authenticator = AuthsignalAuthenticator(id: world.random.uuid(), method: method, createdAt: world.now)
    let expires = method == .push ? world.now.adding(AuthsignalDevice.lifetime) : nil
    authenticator.device = AuthsignalDevice(
      publicKey: publicKey, name: name, platform: platform, pushToken: request.text("pushToken"), expires: expires)
    authenticator.verifiedAt = world.now
    var user = records.user(token.key.userID)
    user.authenticators.append(authenticator)
    records.users[token.key.userID] = user
    notify("authenticator.created", of: authenticator, userID: token.key.userID, world: world)
    return [
      "userAuthenticatorId": .string(authenticator.id), "userId": .string(token.key.userID),
      "verifiedAt": .string(ISO8601.encode(world.now)),
    ]
  }

  /// `…/remove`: removes a device's key. The signature covers the time bucket (A41).
  private mutating func removeDevice(
    _ method: AuthsignalMethod, _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let owned = try owned(method, request.text("publicKey"), world)
    guard owned.device.signedBucket(request.text("signature"), at: world.now) else { throw .badSignature }
    records.users[owned.userID]?.authenticators.remove(at: owned.index)
    notify("authenticator.deleted", of: owned.authenticator, userID: owned.userID, world: world)
    return ["removedAuthenticatorId": .string(owned.authenticator.id)]
  }

  /// `…/push/sign` and `…/push/challenge/sign`: issues a message for the device to sign. GUESS A101: the form of a
  /// message, and that it works once.
  private mutating func messageToSign(
    _ purpose: AuthsignalDeviceMessage.Key.Purpose, _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let owned = try owned(.push, AuthsignalDevice.key(query: request.queryValue("publicKey")), world)
    let message = AuthsignalDeviceMessage(
      challengeID: world.random.uuid(), text: world.random.token(byteCount: 24),
      expires: world.now.adding(AuthsignalDeviceChallenge.lifetime))
    records.messages[AuthsignalDeviceMessage.Key(purpose: purpose, publicKey: owned.device.publicKey)] = message
    var answer: JSONObject = ["message": .string(message.text)]
    if purpose == .update { answer["challengeId"] = .string(message.challengeID) }
    return .object(answer)
  }

  /// `PATCH …/push`: sets the push token of a device, and renews its expiry if the request asks for it.
  private mutating func updatePush(
    _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let owned = try owned(.push, request.text("publicKey"), world)
    let key = AuthsignalDeviceMessage.Key(purpose: .update, publicKey: owned.device.publicKey)
    guard let message = records.messages.removeValue(forKey: key), message.challengeID == request.text("challengeId"),
      world.now < message.expires, owned.device.signed(message.text, request.text("signature"))
    else { throw .badSignature }
    var device = owned.device
    device.pushToken = request.text("pushToken") ?? device.pushToken
    if request.jsonObject?["resetExpiry"]?.boolValue == true {
      device.expires = world.now.adding(AuthsignalDevice.lifetime)
    }
    records.users[owned.userID]?.authenticators[owned.index].device = device
    records.users[owned.userID]?.authenticators[owned.index].lastVerifiedAt = world.now
    notify("authenticator.updated", of: owned.authenticator, userID: owned.userID, world: world)
    return try self.owned(.push, device.publicKey, world)
      .deviceJSON(pushToken: request.text("pushToken"), isUpdate: true)
  }

  /// Whether a request for the pending challenge may be answered. A signature, if there is one, must cover the last
  /// issued message; a request without a signature is accepted, since the vendor's SDKs continue without one (A42).
  func isSignedPickUp(_ request: SandboxRequest, _ device: AuthsignalDevice, _ message: AuthsignalDeviceMessage?)
    -> Bool
  {
    guard let signature = request.headers["X-Authsignal-Signature"] else { return true }
    return message.map { device.signed($0.text, signature) } ?? false
  }
}

import AuthCore
package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AuthsignalVendor {
  /// `POST /client/challenge`: makes a challenge without a user, for the action that the request names, if any (A28).
  /// If the request has a token, the nonce in the response is the one that an attestation of the app must cover (A39).
  mutating func anonymousChallenge(
    _ request: SandboxRequest, token: AuthsignalClientToken?, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    var challenge = try newChallenge(.anonymous, action: request.text("action"), world: world)
    challenge.idempotencyKey = request.text("idempotencyKey")
    records.deviceChallenges[challenge.id] = challenge
    let nonce = world.random.token(byteCount: 24)
    if let token { records.nonces[token.id] = nonce }
    return ["challengeId": .string(challenge.id), "nonce": .string(nonce)]
  }

  /// `POST /client/challenge/push` (A57, A58): asks all of the user's devices for a decision, or only the device that
  /// `userAuthenticatorId` names. The challenge replaces an undecided push challenge of the user.
  mutating func challengePush(
    _ request: SandboxRequest, token: AuthsignalClientToken, world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    if let action = request.text("action"), action != token.key.code {
      throw .invalid("action is not the action of the token. Track this action, and use its token.")
    }
    let wanted = request.text("userAuthenticatorId")
    let devices = records.user(token.key.userID).authenticators.filter {
      $0.method == .push && (wanted ?? $0.id) == $0.id && ($0.device?.expires.map { world.now < $0 } ?? true)
    }
    guard !devices.isEmpty else {
      throw .invalid(
        "The user has no push credential, none that is valid, or none with this id. Enrol a device for push.")
    }
    let window = AuthsignalChallenge.Window(userID: token.key.userID, method: .push)
    // GUESS A105: pushes have the same rate limit as e-mails.
    guard records.sending[window, default: AuthsignalRateWindow()].admit(at: world.now, limit: 12, seconds: 600)
    else { throw .tooManyRequests }
    var challenge = try newChallenge(.push, action: token.key.code, world: world)
    challenge.userID = token.key.userID
    challenge.key = token.key
    challenge.authenticatorID = wanted
    challenge.describe(by: records.actions[token.key]?.attributes, request)
    // A device shows one challenge at a time, so a new one replaces an undecided one.
    records.deviceChallenges = records.deviceChallenges.filter {
      !($0.value.kind == .push && $0.value.userID == token.key.userID && $0.value.isApproved == nil)
    }
    records.deviceChallenges[challenge.id] = challenge
    for device in devices {
      world.send(
        provider: name, channel: .push, to: device.device?.pushToken ?? device.id, challengeID: challenge.id)
    }
    var data: JSONObject = [
      "challengeId": .string(challenge.id), "userId": .string(token.key.userID),
      "idempotencyKey": .string(token.key.idempotencyKey), "actionCode": .string(token.key.code),
    ]
    data["userAgent"] = challenge.userAgent.map { .string($0) }
    notify("push.created", data, challengeID: challenge.id, world: world)
    return [
      "challengeId": .string(challenge.id),
      "deliveryResults": .array(devices.map { ["userAuthenticatorId": .string($0.id)] }),
    ]
  }

  /// `POST /client/verify/push` (A59): the state of a push challenge.
  mutating func verifyPush(
    _ request: SandboxRequest, token: AuthsignalClientToken, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard let challenge = request.text("challengeId").flatMap({ records.deviceChallenges[$0] }),
      challenge.kind == .push, challenge.key == token.key
    else {
      throw .invalid("No push challenge with this challengeId belongs to the token. Start a challenge with this token.")
    }
    guard let isApproved = challenge.isApproved, isApproved || world.now < challenge.expires else {
      // GUESS A106: a push that is not decided in time is reported as denied: not verified, but consumed.
      let isLate = world.now >= challenge.expires
      return ["isVerified": false, "isConsumed": .bool(isLate)]
    }
    guard isApproved else { return ["isVerified": false, "isConsumed": true] }
    return [
      "isVerified": true, "isConsumed": true,
      "accessToken": .string(completedToken(token.key, username: token.username, world: world)),
    ]
  }

  /// `POST /client/challenge/qr-code` (A61): makes a QR code's challenge, for the token's tracked action or, without a
  /// token, for the action that the request names.
  mutating func challengeQRCode(
    _ request: SandboxRequest, token: AuthsignalClientToken?, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard let action = token?.key.code ?? request.text("action") else { throw .invalid("action is missing.") }
    var challenge = try newChallenge(.qrCode, action: action, world: world)
    let deviceCode = world.random.token(byteCount: 24)
    challenge.deviceCode = deviceCode
    challenge.custom = request.jsonObject?["custom"]
    challenge.key = token?.key
    challenge.describe(by: token.flatMap { records.actions[$0.key]?.attributes }, request)
    records.deviceChallenges[challenge.id] = challenge
    return [
      "challengeId": .string(challenge.id), "expiresAt": .string(ISO8601.encode(challenge.expires)),
      "deviceCode": .string(deviceCode),
    ]
  }

  /// `POST /client/verify/qr-code` (A62, A63): the state of a QR code's challenge, for the caller with the device code.
  mutating func verifyQRCode(
    _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard let challenge = request.text("challengeId").flatMap({ records.deviceChallenges[$0] }),
      challenge.kind == .qrCode, let code = challenge.deviceCode,
      ConstantTime.equal(code, request.text("deviceCode") ?? "")
    else {
      throw .invalid(
        "No QR code has this challengeId and deviceCode. Send both as POST /client/challenge/qr-code returned them.")
    }
    let isClaimed = challenge.userID != nil || challenge.isApproved != nil
    guard challenge.isApproved == true, let key = challenge.key else {
      // An expired challenge was not declined, so it is not consumed: the client reads its end from `expiresAt` (A63).
      return ["isClaimed": .bool(isClaimed), "isVerified": false, "isConsumed": .bool(challenge.isApproved == false)]
    }
    let token = JSONValue.string(completedToken(key, username: nil, world: world))
    return ["isClaimed": true, "isVerified": true, "isConsumed": true, "token": token, "accessToken": token]
  }

  /// `POST …/qr-code/challenge/claim` (A50, A51): assigns the challenge to the user of the device that scanned the
  /// code, unless the challenge belongs to another user.
  mutating func claimQRCode(
    _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let owned = try owned(.qrCode, request.text("publicKey"), world)
    var challenge = try openChallenge(request, .qrCode, world)
    guard owned.device.signed(challenge.id, request.text("signature")) else { throw .badSignature }
    guard (challenge.userID ?? challenge.key?.userID).map({ $0 == owned.userID }) ?? true else {
      throw .invalid("The challenge belongs to another user, or another user claimed it. Request a new QR code.")
    }
    challenge.userID = owned.userID
    challenge.authenticatorID = owned.authenticator.id
    if challenge.key == nil {
      challenge.key = AuthsignalAction.Key(
        userID: owned.userID, code: challenge.action ?? "", idempotencyKey: world.random.uuid())
    }
    records.deviceChallenges[challenge.id] = challenge
    var answer: JSONObject = ["success": true]
    answer["actionCode"] = challenge.action.map { .string($0) }
    answer["idempotencyKey"] = challenge.key.map { .string($0.idempotencyKey) }
    answer["ipAddress"] = challenge.ipAddress.map { .string($0) }
    answer["userAgent"] = challenge.userAgent.map { .string($0) }
    answer["custom"] = challenge.custom
    answer["user"] = shownUser(owned.userID)
    return .object(answer)
  }

  /// `GET …/push/challenge` (A43): the pending challenge for a device. Without a pending challenge, the response
  /// contains only `userAuthenticatorId`.
  mutating func pickUp(_ request: SandboxRequest, world: SandboxWorld) throws(AuthsignalRefusal) -> JSONValue {
    let owned = try owned(.push, AuthsignalDevice.key(query: request.queryValue("publicKey")), world)
    let key = AuthsignalDeviceMessage.Key(purpose: .pickUp, publicKey: owned.device.publicKey)
    let message = records.messages.removeValue(forKey: key)
    guard isSignedPickUp(request, owned.device, message) else { throw .badSignature }
    var answer: JSONObject = ["userAuthenticatorId": .string(owned.authenticator.id)]
    let waiting = records.deviceChallenges.values.first { challenge in
      challenge.kind == .push && challenge.userID == owned.userID && challenge.isApproved == nil
        && world.now < challenge.expires
        && (challenge.authenticatorID ?? owned.authenticator.id) == owned.authenticator.id
    }
    guard let waiting else { return .object(answer) }
    answer["challengeId"] = .string(waiting.id)
    answer["userId"] = .string(owned.userID)
    answer["actionCode"] = waiting.action.map { .string($0) }
    answer["idempotencyKey"] = waiting.key.map { .string($0.idempotencyKey) }
    answer["userAgent"] = waiting.userAgent.map { .string($0) }
    answer["ipAddress"] = waiting.ipAddress.map { .string($0) }
    answer["deviceId"] = waiting.deviceID.map { .string($0) }
    answer["custom"] = waiting.custom
    answer["expiresAt"] = .integer(Int64(waiting.expires.timeIntervalSince1970))
    answer["user"] = shownUser(owned.userID)
    return .object(answer)
  }

  /// The user data that devices see: `custom`, as set by the app's backend.
  private func shownUser(_ id: String) -> JSONValue? {
    records.users[id]?.profile["custom"].map { ["custom": $0] }
  }

  /// `POST …/<push|qr-code>/challenge` (A46): decides a challenge. The signature covers only the challenge's id; the
  /// decision is `approved` in the body. Only the device that was asked or that claimed the challenge may decide. A
  /// push that does not name a device may be decided by any of the user's devices.
  mutating func decide(
    _ method: AuthsignalMethod, _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let owned = try owned(method, request.text("publicKey"), world)
    let challenge = try openChallenge(request, method == .push ? .push : .qrCode, world)
    guard owned.device.signed(challenge.id, request.text("signature")) else { throw .badSignature }
    guard let isApproved = request.jsonObject?["approved"]?.boolValue else {
      throw .invalid("approved must be true or false.")
    }
    let asked = method == .push ? challenge.authenticatorID ?? owned.authenticator.id : challenge.authenticatorID
    guard challenge.userID == owned.userID, asked == owned.authenticator.id else {
      throw .invalid(
        "Only the device that was asked, or that claimed the QR code, may decide this challenge. Claim the QR code "
          + "first, or decide on the other device.")
    }
    settle(challenge, isApproved, owned.authenticator.id, world)
    records.users[owned.userID]?.authenticators[owned.index].lastVerifiedAt = world.now
    return ["isVerified": .bool(isApproved)]
  }

  /// `POST /client/verify/in-app` (A52): verifies the device's signature, and completes the action. The token in the
  /// response is the member `token`.
  mutating func verifyInApp(
    _ request: SandboxRequest, token: AuthsignalClientToken?, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    let owned = try owned(.inApp, request.text("publicKey"), world)
    // The key must belong to the token's user (A52).
    guard token.map({ $0.key.userID == owned.userID }) ?? true else { throw .invalidCredential }
    let challenge = try openChallenge(request, .anonymous, world)
    guard owned.device.signed(challenge.id, request.text("signature")) else { throw .badSignature }
    records.deviceChallenges[challenge.id] = nil
    let key =
      token?.key
      ?? AuthsignalAction.Key(
        userID: owned.userID, code: challenge.action ?? Self.unnamedAction,
        idempotencyKey: challenge.idempotencyKey ?? world.random.uuid())
    succeed(key, by: .inApp, owned.authenticator.id, world)
    records.users[owned.userID]?.authenticators[owned.index].lastVerifiedAt = world.now
    let username = records.users[owned.userID]?.profile["username"]?.stringValue
    var answer: JSONObject = [
      "token": .string(completedToken(key, username: username, world: world)), "userId": .string(owned.userID),
      "userAuthenticatorId": .string(owned.authenticator.id),
    ]
    answer["username"] = username.map { .string($0) }
    return .object(answer)
  }

  /// Decides a challenge in place of the second device; false if the challenge is unknown, decided or expired. A QR
  /// code without a tracked action must have been claimed before. A target by session id is never found, since this
  /// vendor has no flows.
  package mutating func decide(_ approval: SandboxApproval, world: inout SandboxWorld) -> Bool {
    guard case .challenge(let id) = approval.target, let challenge = records.deviceChallenges[id],
      challenge.key != nil, challenge.isApproved == nil, world.now < challenge.expires
    else { return false }
    settle(challenge, approval.isApproved, challenge.authenticatorID, world)
    // A test's approval includes the right number.
    if approval.isApproved, let key = challenge.key { records.matched.insert(key) }
    return true
  }

  /// Records a decision, and completes or fails the challenge's action.
  mutating func settle(
    _ challenge: AuthsignalDeviceChallenge, _ isApproved: Bool, _ authenticatorID: String?, _ world: SandboxWorld
  ) {
    records.deviceChallenges[challenge.id]?.isApproved = isApproved
    guard let key = challenge.key else { return }
    let method: AuthsignalMethod = challenge.kind == .push ? .push : .qrCode
    if isApproved {
      succeed(key, by: method, authenticatorID, world)
    } else {
      records.actions[key]?.become(.challengeFailed, at: world.now, by: method, authenticator: authenticatorID)
    }
  }

  /// Completes an action, which is created if it was not tracked.
  mutating func succeed(
    _ key: AuthsignalAction.Key, by method: AuthsignalMethod, _ authenticatorID: String?, _ world: SandboxWorld
  ) {
    var action = records.actions[key] ?? AuthsignalAction(key: key, state: .challengeRequired, now: world.now)
    action.become(.challengeSucceeded, at: world.now, by: method, authenticator: authenticatorID)
    records.actions[key] = action
    notifyVerified(action, world: world)
  }

  /// Sends the webhook `action.verify`.
  mutating func notifyVerified(_ action: AuthsignalAction, world: SandboxWorld) {
    var data: JSONObject = [
      "userId": .string(action.key.userID), "actionCode": .string(action.key.code),
      "idempotencyKey": .string(action.key.idempotencyKey), "state": .string(action.state.rawValue),
    ]
    data["verificationMethod"] = action.method.map { .string($0.rawValue) }
    notify("action.verify", data, world: world)
  }

  /// GUESS A90: a challenge without an action proves an action with this name.
  static let unnamedAction = "verify"

  /// The client token after a completed challenge, with all scopes for managing authenticators.
  func completedToken(_ key: AuthsignalAction.Key, username: String?, world: SandboxWorld) -> String {
    AuthsignalClientToken(
      key: key, scopes: AuthsignalClientToken.managementScopes, username: username, world: world
    ).signed(by: tenant, audience: Self.apiURL(world.baseURL))
  }

  private func newChallenge(
    _ kind: AuthsignalDeviceChallenge.Kind, action: String?, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> AuthsignalDeviceChallenge {
    guard action.map(AuthsignalAction.isName) ?? true else {
      throw .invalid("An action must be 1 to 64 letters, digits, '_' and '-'.")
    }
    return AuthsignalDeviceChallenge(
      id: world.random.uuid(), kind: kind, action: action,
      expires: world.now.adding(AuthsignalDeviceChallenge.lifetime))
  }

  private func openChallenge(
    _ request: SandboxRequest, _ kind: AuthsignalDeviceChallenge.Kind, _ world: SandboxWorld
  ) throws(AuthsignalRefusal) -> AuthsignalDeviceChallenge {
    guard let challenge = request.text("challengeId").flatMap({ records.deviceChallenges[$0] }),
      challenge.kind == kind, challenge.isApproved == nil, world.now < challenge.expires
    else {
      throw .invalid(
        "challengeId is not an open challenge of this method: it is unknown, already decided or used, or has expired. "
          + "Request a new challenge.")
    }
    return challenge
  }
}

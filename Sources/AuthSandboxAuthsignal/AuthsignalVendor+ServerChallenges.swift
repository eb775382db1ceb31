import AuthCore
import AuthSandboxKit

extension AuthsignalVendor {
  /// `POST /challenge`: sends a code to an address that the app's backend names, with or without a user (A75).
  mutating func serverChallenge(
    _ request: SandboxRequest, world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard let method = request.text("verificationMethod").flatMap({ AuthsignalMethod(rawValue: $0) }),
      method.channel != nil
    else { throw .invalid("verificationMethod must be SMS, EMAIL_OTP or WHATSAPP.") }
    guard let action = request.text("action"), AuthsignalAction.isName(action) else {
      throw .invalid("action must be 1 to 64 letters, digits, '_' and '-'.")
    }
    let address = method == .emailOTP ? request.text("email") : request.text("phoneNumber")
    guard let address, method == .emailOTP ? Self.isEmail(address) : Self.isPhone(address) else {
      throw .invalid(
        "EMAIL_OTP needs an e-mail address in email; SMS and WHATSAPP need a number in E.164 format in phoneNumber, such "
          + "as +14155550100.")
    }
    let idempotencyKey = request.text("idempotencyKey") ?? world.random.uuid()
    let id = try deliver(
      method, to: address, userID: request.text("userId"), action: action, idempotencyKey: idempotencyKey,
      authenticatorID: nil, world: &world)
    var answer: JSONObject = ["challengeId": .string(id), "idempotencyKey": .string(idempotencyKey)]
    answer["expiresAt"] = (records.challenges[id]?.expiresAt).map { .integer($0) }
    return .object(answer)
  }

  /// `POST /verify`: checks the code of a challenge that the app's backend started.
  mutating func serverVerify(_ request: SandboxRequest, world: SandboxWorld) throws(AuthsignalRefusal) -> JSONValue {
    guard let id = request.text("challengeId"), let code = request.text("verificationCode") else {
      throw .invalid("challengeId and verificationCode are required.")
    }
    // The secret of a link is not a code.
    guard var challenge = records.challenges[id], challenge.method.channel != nil else {
      return Self.failed(.invalidOrExpired)
    }
    let window = AuthsignalChallenge.Window(userID: challenge.userID ?? challenge.address, method: challenge.method)
    guard admitsAttempt(window, world: world) else { return Self.failed(.attemptsExceeded) }
    guard challenge.accepts(code, at: world.now) else { return Self.failed(.invalidOrExpired) }
    challenge.code = nil
    challenge.isVerified = true
    records.challenges[id] = challenge
    return [
      "isVerified": true, challenge.method.addressMember: .string(challenge.address),
      "verificationMethod": .string(challenge.method.rawValue),
    ]
  }

  /// `GET /challenges`: the newest challenge that matches and waits for its code, if there is one.
  func challengeFound(_ request: SandboxRequest, world: SandboxWorld) -> JSONValue {
    func fits(_ name: String, _ value: String?) -> Bool { request.queryValue(name).map { $0 == value } ?? true }
    let found = records.challenges.values.filter { challenge in
      challenge.code != nil && world.now < challenge.expires && fits("challengeId", challenge.id)
        && fits("userId", challenge.userID) && fits("action", challenge.action)
        && fits("verificationMethod", challenge.method.rawValue)
    }
    guard let newest = found.max(by: { ($0.expires, $0.id) < ($1.expires, $1.id) }) else { return [:] }
    return [
      "challengeId": .string(newest.id), "expiresAt": .integer(newest.expiresAt),
      "verificationMethod": .string(newest.method.rawValue),
      newest.method.addressMember: .string(newest.address),
      "action": .string(newest.action),
    ]
  }

  /// `POST /claim`: makes a verified challenge the completed action of a user. A challenge can be claimed only once.
  /// With `skipVerificationCheck`, a challenge that is not verified becomes an action whose challenge is still
  /// required.
  mutating func claim(_ request: SandboxRequest, world: SandboxWorld) throws(AuthsignalRefusal) -> JSONValue {
    guard let id = request.text("challengeId"), let userID = request.text("userId"),
      let challenge = records.challenges[id]
    else {
      throw .invalid("userId is missing, or challengeId is unknown or was already claimed. Start a new challenge.")
    }
    guard challenge.userID.map({ $0 == userID }) ?? true else {
      throw .invalid("The challenge was started for another user. Claim it with that userId.")
    }
    let mayClaim = challenge.isVerified || request.jsonObject?["skipVerificationCheck"]?.boolValue == true
    guard mayClaim else {
      throw .invalid("The challenge's code was not verified. Call POST /verify first, or send skipVerificationCheck.")
    }
    records.challenges[id] = nil
    let user = records.user(userID)
    let key = AuthsignalAction.Key(
      userID: userID, code: challenge.action, idempotencyKey: challenge.idempotencyKey)
    var action = AuthsignalAction(key: key, state: .challengeRequired, now: world.now)
    if challenge.isVerified { action.become(.challengeSucceeded, at: world.now, by: challenge.method) }
    records.actions[key] = action
    let token = AuthsignalClientToken(
      key: key, scopes: AuthsignalClientToken.managementScopes, username: user.profile["username"]?.stringValue,
      world: world)
    return [
      "token": .string(token.signed(by: tenant, audience: Self.apiURL(world.baseURL))),
      "verificationMethod": .string(challenge.method.rawValue),
    ]
  }
}

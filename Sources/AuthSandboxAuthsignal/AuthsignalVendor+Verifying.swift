import AuthCore
import AuthCrypto
import AuthSandboxKit

extension AuthsignalVendor {
  /// `POST /client/verify/<method>` (A21): checks a code, and completes the action and, if there is one, the enrolment.
  /// Beyond the limit of attempts, the action fails.
  mutating func verify(
    _ method: AuthsignalMethod, _ request: SandboxRequest, token: AuthsignalClientToken, world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard method != .emailMagicLink else {
      throw .invalid("A magic link has no code. Open the link, and call verify/email-magic-link/finalize.")
    }
    guard let code = request.text("verificationCode") else { throw .invalid("verificationCode is missing.") }
    let slot = AuthsignalChallenge.Slot(tokenID: token.id, method: method)
    let window = AuthsignalChallenge.Window(userID: token.key.userID, method: method)
    guard admitsAttempt(window, world: world) else {
      // The code becomes invalid, so that no further attempts at it are possible in the next time window.
      if let waiting = records.waiting[slot] { records.challenges[waiting]?.code = nil }
      records.actions[token.key]?.become(.challengeFailed, at: world.now)
      return Self.failed(.attemptsExceeded)
    }
    let proved =
      method == .authenticatorApp
      ? proveAuthenticatorApp(code, slot: slot, userID: token.key.userID, world: world)
      : proveSentCode(code, slot: slot, world: world)
    guard let proved else { return Self.failed(.invalidOrExpired) }
    records.waiting[slot] = nil
    guard let isNew = complete(method, authenticator: proved, key: token.key, world: world) else {
      return Self.failed(.invalidOrExpired)
    }
    return proof(of: proved, isNew: isNew, token: token, world: world)
  }

  /// Counts an attempt, and returns whether it is within the limit: ten attempts of a user with a method in five
  /// minutes, right or wrong (A87).
  mutating func admitsAttempt(_ window: AuthsignalChallenge.Window, world: SandboxWorld) -> Bool {
    records.verifying[window, default: AuthsignalRateWindow()].admit(at: world.now, limit: 10, seconds: 300)
  }

  static func failed(_ reason: AuthsignalFailure) -> JSONValue {
    ["isVerified": false, "failureReason": .string(reason.rawValue)]
  }

  /// Checks a code that was sent, and returns the id of its authenticator; nil if the code is wrong or expired.
  private mutating func proveSentCode(
    _ code: String, slot: AuthsignalChallenge.Slot, world: SandboxWorld
  ) -> String? {
    guard let id = records.waiting[slot], let challenge = records.challenges[id], challenge.accepts(code, at: world.now)
    else { return nil }
    records.challenges[id] = nil
    return challenge.authenticatorID
  }

  /// Checks a code of an authenticator app: the one that this token is enrolling, or an enrolled one. Returns the
  /// authenticator's id; nil if the code is wrong or was used before.
  private mutating func proveAuthenticatorApp(
    _ code: String, slot: AuthsignalChallenge.Slot, userID: String, world: SandboxWorld
  ) -> String? {
    guard var user = records.users[userID] else { return nil }
    let begun = records.waiting[slot]
    for index in user.authenticators.indices {
      let authenticator = user.authenticators[index]
      guard let generator = authenticator.generator, authenticator.id == begun || authenticator.verifiedAt != nil,
        user.authenticators[index].usedSteps.accept(code, by: generator, at: world.now)
      else { continue }
      records.users[userID] = user
      return authenticator.id
    }
    return nil
  }

  /// Completes an action by an authenticator, which is verified from then on.
  ///
  /// - Returns: whether this has enrolled the authenticator; nil if the user no longer has it.
  mutating func complete(
    _ method: AuthsignalMethod, authenticator id: String, key: AuthsignalAction.Key, world: SandboxWorld
  ) -> Bool? {
    var user = records.user(key.userID)
    guard let index = user.authenticators.firstIndex(where: { $0.id == id }) else { return nil }
    let isNew = user.authenticators[index].verifiedAt == nil
    user.authenticators[index].verifiedAt = user.authenticators[index].verifiedAt ?? world.now
    user.authenticators[index].lastVerifiedAt = world.now
    if let address = user.authenticators[index].address {
      let field = method.addressMember
      user.profile[field] = user.profile[field] ?? .string(address)
      if user.profile[field] == .string(address) { user.profile[field + "Verified"] = true }
    }
    records.users[key.userID] = user
    if isNew { notify("authenticator.created", of: user.authenticators[index], userID: key.userID, world: world) }
    succeed(key, by: method, id, world)
    return isNew
  }

  /// The response to a completed challenge. After an enrolment, it contains the authenticator.
  func proof(of id: String, isNew: Bool, token: AuthsignalClientToken, world: SandboxWorld) -> JSONValue {
    var answer: JSONObject = [
      "isVerified": true,
      "accessToken": .string(completedToken(token.key, username: token.username, world: world)),
    ]
    if isNew, let user = records.users[token.key.userID] {
      let authenticator = user.authenticators.first { $0.id == id }
      answer["userAuthenticator"] = authenticator?.json(isDefault: user.verified.count == 1)
    }
    return .object(answer)
  }
}

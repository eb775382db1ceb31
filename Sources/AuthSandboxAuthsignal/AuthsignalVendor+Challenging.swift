import AuthCore
import AuthSandboxKit

extension AuthsignalVendor {
  /// `POST /client/challenge/<method>` (A16, A110): sends a code or a link to an enrolled address, or another one to an
  /// address that is being enrolled.
  mutating func challenge(
    _ method: AuthsignalMethod, _ request: SandboxRequest, token: AuthsignalClientToken, world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard method.channel != nil || method == .emailMagicLink else {
      throw .invalid("This method does not send messages. Use email-otp, email-magic-link, sms or whatsapp.")
    }
    let wanted = request.text("userAuthenticatorId")
    let candidates = records.user(token.key.userID).authenticators.filter { authenticator in
      authenticator.method == method.enrolledAs && (wanted.map { $0 == authenticator.id } ?? true)
    }
    let slot = AuthsignalChallenge.Slot(tokenID: token.id, method: method)
    let begun = records.waiting[slot].flatMap { records.challenges[$0]?.authenticatorID }
    let chosen = candidates.first { $0.verifiedAt != nil } ?? candidates.first { $0.id == begun }
    guard let authenticator = chosen else {
      throw .invalid("The user has no authenticator of this method, or none with this id. Enrol one first.")
    }
    return ["challengeId": .string(try send(method, to: authenticator, token: token, world: &world))]
  }

  /// Sends a new code or link, which invalidates the earlier one.
  ///
  /// - Returns: the challenge's id.
  @discardableResult
  mutating func send(
    _ method: AuthsignalMethod, to authenticator: AuthsignalAuthenticator, token: AuthsignalClientToken,
    world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> String {
    let challenge = try deliver(
      method, to: authenticator.address ?? "", userID: token.key.userID, action: token.key.code,
      idempotencyKey: token.key.idempotencyKey, authenticatorID: authenticator.id, world: &world)
    let slot = AuthsignalChallenge.Slot(tokenID: token.id, method: method)
    if let earlier = records.waiting[slot] { records.challenges[earlier] = nil }
    records.waiting[slot] = challenge
    return challenge
  }

  /// Makes a code or a link, and sends it to the outbox and in a webhook. Within ten minutes, a user gets at most 12
  /// e-mails, and at most 6 messages by SMS or by WhatsApp (A87).
  ///
  /// - Returns: the challenge's id.
  mutating func deliver(
    _ method: AuthsignalMethod, to address: String, userID: String?, action: String, idempotencyKey: String,
    authenticatorID: String?, world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> String {
    let window = AuthsignalChallenge.Window(userID: userID ?? address, method: method)
    let limit = method.addressMember == "email" ? 12 : 6
    guard records.sending[window, default: AuthsignalRateWindow()].admit(at: world.now, limit: limit, seconds: 600)
    else { throw .tooManyRequests }
    let code: String
    if method == .emailMagicLink {
      code = world.random.token(byteCount: 32)
    } else {
      let length = world.policy(name)["verificationCodeLength"]?.integerValue.map { Int(min(max($0, 2), 10)) }
      code = world.random.characters(length ?? AuthsignalChallenge.codeLength, of: "0123456789")
    }
    let challenge = AuthsignalChallenge(
      id: world.random.uuid(), userID: userID, method: method, address: address, action: action,
      idempotencyKey: idempotencyKey, authenticatorID: authenticatorID,
      expires: world.now.adding(AuthsignalChallenge.lifetime), code: code)
    records.challenges[challenge.id] = challenge
    let link = method == .emailMagicLink ? Self.link(code, world) : nil
    world.send(
      provider: name, channel: method.channel ?? .email, to: address, code: link == nil ? code : nil, link: link,
      challengeID: challenge.id)
    var data: JSONObject = [
      "to": .string(address), link == nil ? "code" : "url": .string(link ?? code),
      "idempotencyKey": .string(idempotencyKey), "actionCode": .string(action),
    ]
    data["userId"] = userID.map { .string($0) }
    notify(
      method.addressMember == "email" ? "email.created" : "sms.created", data, challengeID: challenge.id, world: world)
    return challenge.id
  }
}

import AuthCore
import AuthCrypto

/// Second factors: codes by SMS, an authenticator app, passkeys (notes §3, §8). Routes and bodies are those of the
/// vendor's types and web client.
extension PrivyVendor {
  /// `POST mfa/…`.
  mutating func secondFactor(
    _ request: SandboxRequest, _ path: String, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let (user, session) = try signedIn(request, world)
    let body = try request.privyBody
    switch path {
    case "passwordless_sms/init": return try sendFactorCode(body, user, &world)
    case "passwordless_sms/enroll":
      let number = try Self.number(body)
      try Self.accept(
        factorCodes.check(try body.privyText("code"), for: user.id + " " + number, at: world.unixTime))
      return try changed(user) { [time = world.unixTime] in $0.factors.setPhone(number, at: time) }
    case "passwordless_sms/verify":
      guard let number = user.factors.phone?.number else { throw .noFactor }
      try Self.accept(
        factorCodes.check(try body.privyText("code"), for: user.id + " " + number, at: world.unixTime))
      return prove(session, world)
    case "totp/init": return try offerApp(user, world)
    case "totp/enroll", "totp/verify":
      let code = try body.privyText("code")
      let isNew = path == "totp/enroll"
      var outcome = PrivyCodes.Outcome.unknown
      let answer = try changed(user) { [world] user in
        outcome =
          isNew
          ? user.factors.enrollApp(code, at: world.now, time: world.unixTime)
          : user.factors.verifyApp(code, at: world.now)
      }
      try Self.accept(outcome)
      return isNew ? answer : prove(session, world)
    case "passkeys/enrollment":
      guard let ids = body["credential_ids"]?.arrayValue?.map(\.stringValue), ids.allSatisfy({ $0 != nil }) else {
        throw .invalidData("credential_ids must be an array of texts.")
      }
      let wanted = ids.compactMap { $0 }
      guard user.passkeyIDs.isSuperset(of: wanted) else { throw .noSuchPasskey }
      return try changed(user) { [time = world.unixTime] in $0.factors.setPasskeys(wanted, at: time) }
    case "passkeys/init":
      guard user.factors.passkeys != nil else { throw .noFactor }
      return try beginFactorCeremony(body, user, world)
    case "passkeys/verify":
      _ = try checkPasskey(body, world, provedBy: user)
      return prove(session, world)
    default: throw .notFound
    }
  }

  /// Whether a request's session has just proved a second factor, or its user has none.
  ///
  func checkFactor(
    _ request: SandboxRequest, _ user: PrivyUser, _ session: PrivySessions.Session, _ world: SandboxWorld
  ) throws(PrivyFailure) {
    let factors = user.factors
    guard factors.phone != nil || factors.app != nil || factors.passkeys != nil else { return }
    guard let token = request.headers["privy-mfa-token"], let proof = factorProofs[token],
      proof.session == session.id
    else { throw PrivyFailure(401, "missing_or_invalid_mfa", "A second factor is needed.") }
    guard world.unixTime < proof.expiry else {
      throw PrivyFailure(401, "expired_or_invalid_mfa_token", "The second factor has to be proved again.")
    }
  }

  private mutating func sendFactorCode(
    _ body: JSONObject, _ user: PrivyUser, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let number: String
    switch try body.privyText("action") {
    case "enroll": number = try Self.number(body)
    case "verify":
      guard let known = user.factors.phone?.number else { throw .noFactor }
      number = known
    default: throw .invalidData("action must be enroll or verify.")
    }
    let code = factorCodes.issue(
      to: user.id + " " + number, at: world.unixTime,
      lifetime: world.seconds(name, "codeSeconds", default: 600), random: world.random)
    world.send(provider: name, channel: .sms, to: number, code: code)
    return .json(["success": true])
  }

  private mutating func offerApp(_ user: PrivyUser, _ world: SandboxWorld) throws(PrivyFailure) -> SandboxResponse {
    var secret: [UInt8] = []
    _ = try changed(user) { [world] in secret = $0.factors.offerSecret(random: world.random) }
    guard let generator = try? TOTP(secret: Secret(secret)) else {
      throw PrivyFailure(500, "internal_error", "The sandbox could not make a secret.")
    }
    let uri = generator.uri(issuer: "Latchkey sandbox", account: user.email ?? user.id)
    return .json(["totpAuthUrl": .string(uri.revealText()), "totpSecret": .string(Base32.encode(secret))])
  }

  /// A token for what asks for a second factor; DESIGN: good for 15 minutes.
  private mutating func prove(_ session: PrivySessions.Session, _ world: SandboxWorld) -> SandboxResponse {
    let token = world.random.token(byteCount: 32)
    factorProofs[token] = (session.id, world.unixTime + world.seconds(name, "mfaSeconds", default: 900))
    return .json(["token": .string(token)])
  }

  private mutating func changed(
    _ user: PrivyUser, _ body: (inout PrivyUser) -> Void
  ) throws(PrivyFailure) -> SandboxResponse {
    guard let changed = directory.change(user.id, body) else { throw .userNotFound }
    return .json(changed.json)
  }
}

extension PrivyFailure {
  fileprivate static let noSuchPasskey = PrivyFailure(
    400, "linked_account_not_found", "credential_ids names a passkey that is not the user's.")
  fileprivate static let noFactor = PrivyFailure(
    400, "missing_or_invalid_mfa", "The user has not set this second factor up.")
}

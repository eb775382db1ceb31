import AuthCore
import AuthCrypto
import AuthSandboxKit

/// Second factors: codes by SMS or e-mail, an authenticator app, and passkeys (P34 to P37).
extension PrivyVendor {
  /// Handles `POST mfa/…` and `POST mfa_auth/…`.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - path: the path below `mfa/` or `mfa_auth/`.
  ///   - givesToken: whether verifying a factor returns a token; otherwise the session records the verification.
  ///   - world: the time, the policy and the outbox.
  mutating func secondFactor(
    _ request: SandboxRequest, _ path: String, givesToken: Bool, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let (user, session) = try signedIn(request, world)
    let body = try request.privyBody
    switch path {
    case "passwordless_sms/init", "email/init":
      let isNew = body["action"]?.stringValue == "enroll"
      if isNew { try checkFactor(request, user, session, world) }
      return try sendFactorCode(body, user, isEmail: path == "email/init", &world)
    case "passwordless_sms/enroll", "email/enroll":
      let isEmail = path == "email/enroll"
      let contact = try isEmail ? Self.address(body, "email_address") : Self.number(body)
      try acceptFactorCode(body, user, contact, isEmail: isEmail, world)
      return try changed(user) { [time = world.unixTime] user in
        if isEmail { user.factors.setEmail(contact, at: time) } else { user.factors.setPhone(contact, at: time) }
      }
    case "passwordless_sms/verify", "email/verify":
      let isEmail = path == "email/verify"
      guard let contact = isEmail ? user.factors.email?.address : user.factors.phone?.number else { throw .noFactor }
      try acceptFactorCode(body, user, contact, isEmail: isEmail, world)
      return try prove(session, givesToken: givesToken, world)
    case "totp/init":
      try checkFactor(request, user, session, world)
      return try offerApp(user, world)
    case "totp/enroll", "totp/verify":
      let code = try Self.code(body)
      let isNew = path == "totp/enroll"
      var outcome = PrivyCodes.Outcome.unknown
      let answer = try changed(user) { [world] user in
        outcome =
          isNew
          ? user.factors.enrollApp(code, at: world.now, time: world.unixTime)
          : user.factors.verifyApp(code, at: world.now)
      }
      try Self.accept(outcome, refusing: "Invalid verification code")
      return isNew ? answer : try prove(session, givesToken: givesToken, world)
    case "passwordless_sms/unenroll", "email/unenroll", "totp/unenroll":
      guard !user.factors.isEmpty else { throw .noFactor }
      try checkFactor(request, user, session, world)
      _ = try changed(user) { user in
        switch path {
        case "passwordless_sms/unenroll": user.factors.removePhone()
        case "email/unenroll": user.factors.removeEmail()
        default: user.factors.removeApp()
        }
      }
      return .json(["success": true])
    case "passkeys/enrollment":
      try checkFactor(request, user, session, world)
      return try enrollPasskeys(body, user, world)
    case "passkeys/init":
      guard user.factors.passkeys != nil else { throw .noFactor }
      return try beginFactorCeremony(body, user, world)
    case "passkeys/verify":
      _ = try checkPasskey(body, world, provedBy: user)
      return try prove(session, givesToken: givesToken, world)
    default: throw .missingRoute
    }
  }

  /// Refuses a user who has a second factor but has not proved it within its lifetime, in the session or with a token
  /// (P56). A user without a second factor passes.
  ///
  /// - Parameters:
  ///   - request: the request, whose `privy-mfa-token` can be the proof.
  ///   - user: the user.
  ///   - session: the session in which the factor must have been proved; nil for a call of the app's backend, for which
  ///     any live session of the user counts.
  ///   - world: the time.
  func checkFactor(
    _ request: SandboxRequest, _ user: PrivyUser, _ session: PrivySessions.Session?, _ world: SandboxWorld
  ) throws(PrivyFailure) {
    if user.factors.isEmpty { return }
    if let session, hasProved(session, world) { return }
    guard let token = request.headers["privy-mfa-token"] else { throw .mfaRequired }
    guard let proof = tokens.claims(of: token, audience: tokens.factorAudience), proof.subject == user.id,
      session == nil || proof.session == session?.id, sessions.live(proof.session) != nil,
      proof.expiry > world.unixTime
    else {
      throw PrivyFailure(401, "expired_or_invalid_mfa_token", "Expired or invalid MFA token")
    }
  }

  /// Refuses a user without a second factor if the policy `requiresSecondFactor` demands one (P56).
  func checkEnrollment(_ user: PrivyUser, _ world: SandboxWorld) throws(PrivyFailure) {
    guard user.factors.isEmpty, world.policy(name)["requiresSecondFactor"]?.boolValue == true else { return }
    throw PrivyFailure(401, "missing_mfa_enrollment", "Missing MFA enrollment")
  }

  /// Whether a factor was proved in the session through a route that does not return a token.
  private func hasProved(_ session: PrivySessions.Session, _ world: SandboxWorld) -> Bool {
    (provedSessions[session.id] ?? 0) > world.unixTime
  }

  private mutating func enrollPasskeys(
    _ body: JSONObject, _ user: PrivyUser, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    guard let ids = body["credential_ids"]?.arrayValue?.map(\.stringValue), ids.allSatisfy({ $0 != nil }) else {
      throw .invalidData("credential_ids must be an array of strings.")
    }
    let wanted = ids.compactMap { $0 }
    guard user.passkeyIDs.isSuperset(of: wanted) else { throw .noSuchPasskey }
    // By default, a passkey that becomes a factor can no longer sign in (P55).
    let signsIn = body["remove_for_login"]?.boolValue == false
    _ = try changed(user) { [time = world.unixTime] user in
      user.factors.setPasskeys(wanted, at: time)
      if !signsIn { user.passkeysForFactorAlone.formUnion(wanted) }
    }
    return .json([:])
  }

  private mutating func acceptFactorCode(
    _ body: JSONObject, _ user: PrivyUser, _ contact: String, isEmail: Bool, _ world: SandboxWorld
  ) throws(PrivyFailure) {
    try Self.accept(
      factorCodes.check(try Self.code(body), for: user.id + " " + contact, at: world.unixTime),
      refusing: isEmail ? "Invalid email and code combination" : "Invalid SMS verification code")
  }

  private mutating func sendFactorCode(
    _ body: JSONObject, _ user: PrivyUser, isEmail: Bool, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let contact: String
    switch try body.privyText("action") {
    case "enroll": contact = try isEmail ? Self.address(body, "email_address") : Self.number(body)
    case "verify":
      guard let known = isEmail ? user.factors.email?.address : user.factors.phone?.number else { throw .noFactor }
      contact = known
    default: throw .invalidData("action must be enroll or verify.")
    }
    let code = factorCodes.issue(
      to: user.id + " " + contact, at: world.unixTime,
      lifetime: world.seconds(name, "codeSeconds", default: 600), random: world.random)
    world.send(provider: name, channel: isEmail ? .email : .sms, to: contact, code: code)
    return .json(["success": true])
  }

  private mutating func offerApp(_ user: PrivyUser, _ world: SandboxWorld) throws(PrivyFailure) -> SandboxResponse {
    var secret: [UInt8] = []
    _ = try changed(user) { [world] in secret = $0.factors.offerSecret(random: world.random) }
    guard let generator = try? TOTP(secret: Secret(secret)) else {
      throw PrivyFailure(
        500, "internal_error",
        "The sandbox could not make a secret for an authenticator app. Report this to Latchkey's maintainers.")
    }
    let uri = generator.uri(issuer: "Latchkey sandbox", account: user.email ?? user.id)
    return .json(["totpAuthUrl": .string(uri.revealText()), "totpSecret": .string(Base32.encode(secret))])
  }

  /// The response to the proof of a factor: a token for requests that require a second factor, or an entry for the
  /// session. The token and the entry are valid for 15 minutes (P59), unless the policy `mfaSeconds` sets another
  /// lifetime.
  private mutating func prove(
    _ session: PrivySessions.Session, givesToken: Bool, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let lifetime = world.seconds(name, "mfaSeconds", default: 900)
    guard givesToken else {
      provedSessions[session.id] = world.unixTime + lifetime
      return .json(["success": true])
    }
    return .json([
      "token": .string(
        try tokens.factorToken(user: session.user, session: session.id, at: world.unixTime, lifetime: lifetime))
    ])
  }

  private mutating func changed(
    _ user: PrivyUser, _ body: (inout PrivyUser) -> Void
  ) throws(PrivyFailure) -> SandboxResponse {
    guard let changed = directory.change(user.id, body) else { throw .userNotFound }
    return .json(changed.json)
  }
}

extension PrivyFailure {
  static let mfaRequired = PrivyFailure(401, "mfa_required", "MFA verification is required")
  fileprivate static let noSuchPasskey = PrivyFailure(
    400, "linked_account_not_found",
    "credential_ids contains a passkey that does not belong to the user. Link the passkey first.")
  fileprivate static let noFactor = PrivyFailure(
    400, "missing_or_invalid_mfa",
    "The user has not set up this second factor. Enrol the factor first.")
}

import AuthCore
import AuthCrypto
import AuthSandboxKit

extension PrivyVendor {
  /// `POST <way>/init`: sends a code, or returns a page's URL or a nonce.
  mutating func begin(
    _ way: PrivyWay, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let body = try request.privyBody
    switch way {
    case .email:
      return sendCode(to: try Self.address(body), over: .email, &world)
    case .phone:
      return sendCode(to: try Self.number(body), over: .sms, &world)
    case .page: return try openPage(body, world)
    case .ethereum, .solana: return try issueNonce(body, way, world)
    case .farcaster: return try openFarcasterChannel(body, world)
    case .customToken, .passkey, .telegram, .guest: throw .missingRoute
    }
  }

  /// Refuses a way that the app does not allow. An account can still be unlinked.
  func checkAllowed(_ way: PrivyWay, _ world: SandboxWorld) throws(PrivyFailure) {
    let policy = world.policy(name)
    if way == .telegram, !PrivyApp.allows("telegramAuth", policy) { throw .methodOff("Telegram") }
    if way == .farcaster, !PrivyApp.allows("farcasterAuth", policy) { throw .methodOff("Farcaster") }
  }

  /// `POST <way>/authenticate`: a session for the account's owner, or for a new user.
  mutating func authenticate(
    by way: PrivyWay, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let mode = try request.privyBody["mode"]
    return try signIn(try prove(way, request, &world), mode: mode, request, &world)
  }

  /// `POST <way>/link`: links the account that the request proves to the signed-in user, and returns the user.
  mutating func link(
    by way: PrivyWay, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    guard way != .guest else { throw .missingRoute }
    let user = try signedIn(request, world).user
    let body = try request.privyBody
    let account = way == .passkey ? try registerPasskey(body, "link", world) : try prove(way, request, &world)
    if way == .page, let service = account.kind.service {
      let answer = try link(account, to: user, world)
      guard answer.status == 200, var linked = try? JSONValue(parsing: answer.body).objectValue else { return answer }
      if body["code_type"] == nil { linked["oauth_tokens"] = Self.oauthTokens(of: service, world) }
      return .json(.object(linked))
    }
    return try link(account, to: user, world)
  }

  /// `POST <way>/unlink`: unlinks an account, unless it is the user's only one, and returns the user. To unlink a
  /// passkey, the user must have verified a second factor, if there is one.
  mutating func unlink(
    by way: PrivyWay, _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let (user, session) = try signedIn(request, world)
    let body = try request.privyBody
    let kind = try Self.named(way, body)
    if way == .passkey { try checkFactor(request, user, session, world) }
    guard user.accounts.contains(where: { $0.kind == kind }) else { throw .accountNotFound }
    guard user.accounts.count > 1 else { throw .soleAccount }
    // A passkey may remain, as a second factor only (P55).
    if case .passkey(let id) = kind, body["remove_as_mfa"]?.boolValue == false,
      user.factors.passkeys?.ids.contains(id) == true
    {
      guard let rest = directory.change(user.id, { $0.passkeysForFactorAlone.insert(id) }) else { throw .userNotFound }
      return .json(rest.json)
    }
    guard let rest = directory.unlink(kind, from: user.id) else { throw .userNotFound }
    if case .passkey(let id) = kind { passkeys[id] = nil }
    return .json(rest.json)
  }

  /// `POST passkeys/register`: a new user with the passkey.
  mutating func registerWithPasskey(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let body = try request.privyBody
    return try signIn(try registerPasskey(body, "register", world), mode: nil, request, &world)
  }

  /// The account that a request proves.
  private mutating func prove(
    _ way: PrivyWay, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> PrivyUser.Account {
    let body = try request.privyBody
    let kind: PrivyUser.Account.Kind
    var details = JSONObject()
    switch way {
    case .customToken:
      kind = .customAuth(
        try registration.customUserID(of: try body.privyText("token"), fetched: request.keySet, world: world))
    case .email:
      let address = try Self.address(body)
      try checkCode(in: body, for: address, way, world)
      kind = .email(address)
    case .phone:
      let number = try Self.number(body)
      try checkCode(in: body, for: number, way, world)
      kind = .phone(number)
    case .page: (kind, details) = try redeemPage(body, world)
    case .ethereum, .solana: (kind, details) = try checkMessage(body, way, world)
    case .passkey: kind = try checkPasskey(body, world)
    case .telegram: (kind, details) = try checkTelegram(body, world)
    case .farcaster: (kind, details) = try checkFarcaster(body, world)
    case .guest:
      let secret = try body.privyText("guest_credential")
      guard secret.utf8.count == 43 else { throw .invalidData("String must contain exactly 43 character(s)") }
      kind = .guest(Hex.encode(SHA256.hash(data: Array(secret.utf8))))
    }
    return PrivyUser.Account(kind, at: world.unixTime, details: details)
  }

  /// The account that a request to unlink names.
  private static func named(_ way: PrivyWay, _ body: JSONObject) throws(PrivyFailure) -> PrivyUser.Account.Kind {
    switch way {
    case .email: .email(try body.privyText("address").lowercased())
    case .phone: .phone(try body.privyText("phoneNumber"))
    case .page: .oauth(try body.privyText("provider"), subject: try body.privyText("subject"))
    case .ethereum: .ownWallet("ethereum", address: try body.privyText("address").lowercased())
    case .solana: .ownWallet("solana", address: try body.privyText("address"))
    case .passkey: .passkey(try body.privyText("credential_id"))
    case .telegram: .telegram(try body.privyText("telegram_user_id"))
    case .farcaster: .farcaster(try body.privyNumber("fid"))
    case .customToken, .guest: throw .missingRoute
    }
  }

  private mutating func sendCode(
    to address: String, over channel: Outbox.Channel, _ world: inout SandboxWorld
  ) -> SandboxResponse {
    let lifetime = world.seconds(name, "codeSeconds", default: 600)
    let code = codes.issue(to: address, at: world.unixTime, lifetime: lifetime, random: world.random)
    world.send(provider: name, channel: channel, to: address, code: code)
    return .json(["success": true])
  }

  /// The e-mail address in a member, in lower case, as in the vendor's schema.
  static func address(_ body: JSONObject, _ member: String = "email") throws(PrivyFailure) -> String {
    let address = try body.privyText(member).lowercased()
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !address.contains(where: \.isWhitespace) else {
      throw .invalidData("Invalid email address")
    }
    return address
  }

  /// The phone number in a member, in the vendor's form: `+` and 8 to 15 digits (P73).
  static func number(_ body: JSONObject, _ member: String = "phoneNumber") throws(PrivyFailure) -> String {
    let number = try body.privyText(member)
    let digits = number.utf8.dropFirst()
    guard number.hasPrefix("+"), (8...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw .invalidData("Invalid phone number") }
    return number
  }

  /// The code in a body. The schema is checked before the code is compared, so a string of another length does not
  /// count as an attempt (P71).
  static func code(_ body: JSONObject) throws(PrivyFailure) -> String {
    let code = try body.privyText("code")
    guard code.count == 6 else { throw .invalidData("String must contain exactly 6 character(s)") }
    return code
  }

  mutating func checkCode(
    in body: JSONObject, for address: String, _ way: PrivyWay, _ world: SandboxWorld
  ) throws(PrivyFailure) {
    try Self.accept(
      codes.check(try Self.code(body), for: address, at: world.unixTime),
      refusing: way == .email ? "Invalid email and code combination" : "Invalid SMS verification code")
  }

  /// Throws unless the code was right: `too_many_requests` after too many attempts, otherwise `invalid_credentials`.
  ///
  /// - Parameters:
  ///   - outcome: the outcome of the check.
  ///   - message: the vendor's message for a wrong or expired code (P72).
  static func accept(_ outcome: PrivyCodes.Outcome, refusing message: String) throws(PrivyFailure) {
    switch outcome {
    case .right: return
    case .exhausted: throw .tooManyRequests
    case .wrong, .expired, .unknown:
      throw PrivyFailure(422, "invalid_credentials", message, note: "code: \(outcome)")
    }
  }

  /// Signs in the account's owner, or creates a user if the request and the policy allow it.
  private mutating func signIn(
    _ account: PrivyUser.Account, mode: JSONValue?, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    var members = JSONObject()
    if let service = account.kind.service, request.jsonObject?["code_type"] == nil {
      members["oauth_tokens"] = Self.oauthTokens(of: service, world)
    }
    switch mode?.stringValue ?? "login-or-sign-up" {
    case "login-or-sign-up", "no-signup": break
    default: throw .invalidData("mode must be no-signup or login-or-sign-up.")
    }
    if let known = directory.verified(account.kind, at: world.unixTime) {
      return try openSession(for: known, isNew: false, adding: members, request, &world)
    }
    guard mode?.stringValue != "no-signup", world.createsUsers(name) else { throw .userDoesNotExist }
    let user = directory.create([account], at: world.unixTime, random: world.random)
    return try openSession(
      for: try createWalletsOnLogin(user, world), isNew: true, adding: members, request, &world)
  }

  /// The other service's tokens for its own API (P47).
  private static func oauthTokens(of service: String, _ world: SandboxWorld) -> JSONValue {
    [
      "provider": .string(service), "access_token": .string(world.random.token(byteCount: 24)),
      "access_token_expires_in_seconds": 3599, "scopes": ["openid", "email", "profile"],
    ]
  }

  private mutating func link(
    _ account: PrivyUser.Account, to user: PrivyUser, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    if let owner = directory.owner(of: account.kind) {
      guard owner.id == user.id else { return try refuseLink(account, of: owner, to: user, world) }
      return .json(directory.verified(account.kind, at: world.unixTime)?.json ?? owner.json)
    }
    guard !user.hasAnother(like: account.kind) else { throw .cannotLinkMore }
    guard let linked = directory.link(account, to: user.id) else { throw .userNotFound }
    return .json(linked.json)
  }
}

extension PrivyUser.Account.Kind {
  /// The other service of an OAuth account; nil for any other account.
  fileprivate var service: String? { if case .oauth(let service, _) = self { service } else { nil } }
}

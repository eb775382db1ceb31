import AuthCore
import AuthCrypto

extension PrivyVendor {
  /// `POST <way>/init`.
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
    case .customToken, .passkey, .guest: throw .notFound
    }
  }

  /// `POST <way>/authenticate`: a session for the account's owner, or for a new user.
  mutating func authenticate(
    by way: PrivyWay, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    return try signIn(try prove(way, request, &world), mode: try request.privyBody["mode"], &world)
  }

  /// `POST <way>/link`: the user, with the account.
  mutating func link(
    by way: PrivyWay, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    guard way != .guest else { throw .notFound }
    let user = try signedIn(request, world).user
    let body = try request.privyBody
    let account = way == .passkey ? try registerPasskey(body, "link", world) : try prove(way, request, &world)
    return try link(account, to: user, world)
  }

  /// `POST <way>/unlink`: the user, without the account.
  mutating func unlink(
    by way: PrivyWay, _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let user = try signedIn(request, world).user
    let kind = try Self.named(way, try request.privyBody)
    guard user.accounts.contains(where: { $0.kind == kind }) else { throw .accountNotFound }
    guard user.accounts.count > 1 else { throw .soleAccount }
    guard let rest = directory.unlink(kind, from: user.id) else { throw .userNotFound }
    if case .passkey(let id) = kind { passkeys[id] = nil }
    return .json(rest.json)
  }

  /// `POST passkeys/register`: a new user, who has the passkey.
  mutating func registerWithPasskey(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let body = try request.privyBody
    return try signIn(try registerPasskey(body, "register", world), mode: body["mode"], &world)
  }

  /// The account that a request's proof is of.
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
      try check(try body.privyText("code"), for: address, world)
      kind = .email(address)
    case .phone:
      let number = try Self.number(body)
      try check(try body.privyText("code"), for: number, world)
      kind = .phone(number)
    case .page: (kind, details) = try redeemPage(body, world)
    case .ethereum, .solana: (kind, details) = try checkMessage(body, way, world)
    case .passkey: kind = try checkPasskey(body, world)
    case .guest:
      let secret = try body.privyText("guest_credential")
      guard secret.utf8.count >= 16 else { throw .invalidData("guest_credential must have 16 characters or more.") }
      kind = .guest(Hex.encode(SHA256.hash(data: Array(secret.utf8))))
    }
    return PrivyUser.Account(kind, at: world.unixTime, details: details)
  }

  /// The account that is to be parted.
  private static func named(_ way: PrivyWay, _ body: JSONObject) throws(PrivyFailure) -> PrivyUser.Account.Kind {
    switch way {
    case .email: .email(try body.privyText("address").lowercased())
    case .phone: .phone(try body.privyText("phoneNumber"))
    case .page: .oauth(try body.privyText("provider"), subject: try body.privyText("subject"))
    case .ethereum: .ownWallet("ethereum", address: try body.privyText("address").lowercased())
    case .solana: .ownWallet("solana", address: try body.privyText("address"))
    case .passkey: .passkey(try body.privyText("credential_id"))
    case .customToken, .guest: throw .notFound
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

  /// An address, its domain and local part in lower case: DESIGN, so that one person is one user.
  private static func address(_ body: JSONObject) throws(PrivyFailure) -> String {
    let address = try body.privyText("email").lowercased()
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !address.contains(where: \.isWhitespace) else {
      throw .invalidData("email must be an e-mail address.")
    }
    return address
  }

  static func number(_ body: JSONObject) throws(PrivyFailure) -> String {
    let number = try body.privyText("phoneNumber")
    let digits = number.utf8.dropFirst()
    guard number.hasPrefix("+"), (8...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw .invalidData("phoneNumber must be in E.164 form.") }
    return number
  }

  mutating func check(_ code: String, for address: String, _ world: SandboxWorld) throws(PrivyFailure) {
    try Self.accept(codes.check(code, for: address, at: world.unixTime))
  }

  static func accept(_ outcome: PrivyCodes.Outcome) throws(PrivyFailure) {
    switch outcome {
    case .right: return
    case .exhausted: throw PrivyFailure(429, "too_many_requests", "Too many wrong codes; ask for a new one.")
    case .wrong, .expired, .unknown:
      throw PrivyFailure(422, "invalid_credentials", "The code is wrong or no longer valid.", note: "code: \(outcome)")
    }
  }

  /// Signs the owner of an account in, or creates one where request and policy allow it.
  private mutating func signIn(
    _ account: PrivyUser.Account, mode: JSONValue?, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    switch mode?.stringValue ?? "login-or-sign-up" {
    case "login-or-sign-up", "no-signup": break
    default: throw .invalidData("mode must be no-signup or login-or-sign-up.")
    }
    if let known = directory.verified(account.kind, at: world.unixTime) {
      return .json(try openSession(for: known, isNew: false, &world))
    }
    guard mode?.stringValue != "no-signup", world.createsUsers(name) else { throw .userDoesNotExist }
    let user = directory.create([account], at: world.unixTime, random: world.random)
    return .json(try openSession(for: try createWalletsOnLogin(user, world), isNew: true, &world))
  }

  private mutating func link(
    _ account: PrivyUser.Account, to user: PrivyUser, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    if let owner = directory.owner(of: account.kind) {
      guard owner.id == user.id else { throw .linkedToAnotherUser }
      return .json(directory.verified(account.kind, at: world.unixTime)?.json ?? owner.json)
    }
    guard !user.hasAnother(like: account.kind) else { throw .cannotLinkMore }
    guard let linked = directory.link(account, to: user.id) else { throw .userNotFound }
    return .json(linked.json)
  }
}

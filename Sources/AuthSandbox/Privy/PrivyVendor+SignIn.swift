import AuthCore

extension PrivyVendor {
  /// `POST custom_jwt_account/authenticate`.
  mutating func authenticateCustomToken(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let body = try request.privyBody
    let id = try customUserID(try body.privyText("token"), world)
    return try signIn(.customAuth(id), mode: body["mode"], &world)
  }

  /// `POST custom_jwt_account/link`: the user, with the account.
  mutating func linkCustomToken(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let user = try signedIn(request, world).user
    let id = try customUserID(try request.privyBody.privyText("token"), world)
    let isFree = !user.accounts.contains { if case .customAuth(let other) = $0.kind { other != id } else { false } }
    return try link(.customAuth(id), to: user, isFree: isFree, world)
  }

  /// `POST passwordless/init`: a code on its way.
  mutating func sendCode(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let address = try Self.address(try request.privyBody)
    let lifetime = world.seconds(name, "codeSeconds", default: 600)
    let code = codes.issue(to: address, at: world.unixTime, lifetime: lifetime, random: world.random)
    world.send(provider: name, channel: .email, to: address, code: code)
    return .json(["success": true])
  }

  /// `POST passwordless/authenticate`.
  mutating func authenticateCode(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let body = try request.privyBody
    let address = try Self.address(body)
    try check(try body.privyText("code"), for: address, world)
    return try signIn(.email(address), mode: body["mode"], &world)
  }

  /// `POST passwordless/link`: the user, with the address.
  mutating func linkCode(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let user = try signedIn(request, world).user
    let body = try request.privyBody
    let address = try Self.address(body)
    try check(try body.privyText("code"), for: address, world)
    return try link(.email(address), to: user, isFree: user.email == nil || user.email == address, world)
  }

  private func customUserID(_ token: String, _ world: SandboxWorld) throws(PrivyFailure) -> String {
    try registration.customUserID(of: token, world: world)
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

  private mutating func check(_ code: String, for address: String, _ world: SandboxWorld) throws(PrivyFailure) {
    let outcome = codes.check(code, for: address, at: world.unixTime)
    switch outcome {
    case .right: return
    case .exhausted: throw PrivyFailure(429, "too_many_requests", "Too many wrong codes; ask for a new one.")
    case .wrong, .expired, .unknown:
      throw PrivyFailure(422, "invalid_credentials", "The code is wrong or no longer valid.", note: "code: \(outcome)")
    }
  }

  /// Signs the owner of an account in, or creates one where request and policy allow it.
  private mutating func signIn(
    _ account: PrivyUser.Account.Kind, mode: JSONValue?, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    switch mode?.stringValue ?? "login-or-sign-up" {
    case "login-or-sign-up", "no-signup": break
    default: throw .invalidData("mode must be no-signup or login-or-sign-up.")
    }
    if let known = directory.verified(account, at: world.unixTime) {
      return .json(try openSession(for: known, isNew: false, &world))
    }
    guard mode?.stringValue != "no-signup", world.createsUsers(name) else { throw .userDoesNotExist }
    let user = directory.create([account], at: world.unixTime, random: world.random)
    return .json(try openSession(for: user, isNew: true, &world))
  }

  private mutating func link(
    _ account: PrivyUser.Account.Kind, to user: PrivyUser, isFree: Bool, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    if let owner = directory.owner(of: account) {
      guard owner.id == user.id else { throw .linkedToAnotherUser }
      return .json(directory.verified(account, at: world.unixTime)?.json ?? owner.json)
    }
    guard isFree else { throw .cannotLinkMore }
    guard let linked = directory.link(PrivyUser.Account(account, at: world.unixTime), to: user.id) else {
      throw .userNotFound
    }
    return .json(linked.json)
  }
}

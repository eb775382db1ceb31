import AuthCore
import AuthSandboxKit

/// Requests of signed-in users about their own accounts.
extension PrivyVendor {
  /// `GET users/me`, `POST users/me/accept_terms`, `POST analytics_events`; nil for any other route.
  mutating func userRoute(
    _ request: SandboxRequest, _ path: String, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse? {
    switch (request.method, path) {
    case ("GET", "users/me"):
      let (user, session) = try signedIn(request, world)
      identified[session.id] = user.identityAccounts
      return .json(["user": user.json, "identity_token": try identityToken(user, world) ?? .null])
    case ("POST", "users/me/accept_terms"):
      let user = try signedIn(request, world).user
      guard let changed = directory.change(user.id, { $0.hasAcceptedTerms = true }) else { throw .userNotFound }
      return .json(changed.json)
    case ("POST", "analytics_events"):
      let body = try request.privyBody
      guard try body.privyText("event_name").count <= 255 else {
        throw .invalidData("event_name must have 255 characters or fewer.")
      }
      return .json(.null)
    default: return nil
    }
  }

  /// `POST passwordless/update`, `POST passwordless_sms/update`: replaces the address or number with a new one, which
  /// the user verifies with a code that was sent to it. The vendor's libraries use two names for the member with the
  /// new number (P33).
  mutating func update(
    by way: PrivyWay, _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let user = try signedIn(request, world).user
    let body = try request.privyBody
    let (old, new, address): (PrivyUser.Account.Kind, PrivyUser.Account.Kind, String)
    switch way {
    case .email:
      address = try Self.address(body, "newAddress")
      (old, new) = (.email(try Self.address(body, "oldAddress")), .email(address))
    case .phone:
      address = try Self.number(body, body["new_phone_number"] == nil ? "phoneNumber" : "new_phone_number")
      new = .phone(address)
      if body["old_phone_number"] != nil {
        old = .phone(try Self.number(body, "old_phone_number"))
      } else {
        let known = user.accounts.map(\.kind).first { if case .phone = $0 { true } else { false } }
        guard let known else { throw .accountNotFound }
        old = known
      }
    default: throw .missingRoute
    }
    guard user.accounts.contains(where: { $0.kind == old }) else { throw .accountNotFound }
    if let owner = directory.owner(of: new), owner.id != user.id { throw .linkedToAnotherUser }
    try checkCode(in: body, for: address, way, world)
    _ = directory.unlink(old, from: user.id)
    guard let changed = directory.link(PrivyUser.Account(new, at: world.unixTime), to: user.id) else {
      throw .userNotFound
    }
    return .json(changed.json)
  }

  /// `GET apps/{id}`: the app's public settings.
  func settings(_ world: SandboxWorld) -> JSONValue {
    app.publicSettings(verificationKey: tokens.publicKeyPEM, policy: world.policy(name))
  }

  /// An identity token with the user's data; nil if the policy `identityTokens` disables these tokens.
  func identityToken(_ user: PrivyUser, _ world: SandboxWorld) throws(PrivyFailure) -> JSONValue? {
    guard world.policy(name)["identityTokens"]?.boolValue ?? true else { return nil }
    let seconds = world.seconds(
      name, "identityTokenSeconds", default: world.seconds(name, "accessTokenSeconds", default: 3600))
    return .string(try tokens.identityToken(user, at: world.unixTime, lifetime: seconds))
  }
}

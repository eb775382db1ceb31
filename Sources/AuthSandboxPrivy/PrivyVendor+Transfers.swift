import AuthCore
import AuthSandboxKit

/// An account that a user has proved and that belongs to another user (P78, P93).
struct PrivyTransfer: Sendable {
  let account: PrivyUser.Account.Kind
  /// The user to whom the account is moved.
  let user: String
}

extension PrivyVendor {
  /// The refusal of a link to an account of another user: with a nonce for the transfer if the policy
  /// `accountTransfer` allows it, and the account is an e-mail address or a phone number.
  mutating func refuseLink(
    _ account: PrivyUser.Account, of owner: PrivyUser, to user: PrivyUser, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let name: String
    switch account.kind {
    case .email(let address), .phone(let address): name = address
    default: throw .linkedToAnotherUser
    }
    guard world.policy(self.name)["accountTransfer"]?.boolValue == true else { throw .linkedToAnotherUser }
    let nonce = world.random.token(byteCount: 24)
    transfers.add(
      nonce, PrivyTransfer(account: account.kind, user: user.id),
      until: world.unixTime + world.seconds(self.name, "codeSeconds", default: 600))
    let wallet = wallets.wallets(of: owner.id).first.map { JSONValue.string($0.address) }
    var other = JSONObject()
    other["embeddedWalletAddress"] = wallet
    return .json(
      [
        "error": "The account belongs to another user. It can be moved to this user.",
        "code": "account_transfer_required",
        "data": ["nonce": .string(nonce), "account": ["displayName": .string(name)], "otherUser": .object(other)],
      ], status: 400, note: "account_transfer_required")
  }

  /// `POST passwordless/transfer` and `POST passwordless_sms/transfer`: moves the account to the signed-in user, and
  /// deletes the other user. DESIGN P93.
  mutating func transfer(
    by way: PrivyWay, _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let user = try signedIn(request, world).user
    let body = try request.privyBody
    let kind: PrivyUser.Account.Kind =
      switch way {
      case .email: .email(try Self.address(body))
      case .phone: .phone(try Self.number(body))
      default: throw .missingRoute
      }
    guard let known = transfers.take(try body.privyText("nonce"), at: world.unixTime), known.user == user.id,
      known.account == kind
    else {
      throw PrivyFailure(422, "invalid_credentials", "The nonce is unknown or has expired.", note: "transfer: nonce")
    }
    guard let owner = directory.owner(of: kind) else { throw .userNotFound }
    guard !user.hasAnother(like: kind) else { throw .cannotLinkMore }
    if owner.id != user.id {
      _ = deleteUser(owner.id)
      _ = directory.link(PrivyUser.Account(kind, at: world.unixTime), to: user.id)
    }
    guard let changed = directory.user(user.id) else { throw .userNotFound }
    return .json(changed.json)
  }
}

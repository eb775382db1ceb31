import AuthCore
import AuthSandboxKit

/// An account that a user has proved and that belongs to another user (P78, P93).
struct PrivyTransfer: Sendable {
  let account: PrivyUser.Account
  /// The user to whom the account is moved.
  let user: String
}

extension PrivyVendor {
  /// The refusal of a link to an account of another user: with a nonce for the transfer if the policy
  /// `accountTransfer` allows it, and the account is of a kind that can be moved (P100).
  mutating func refuseLink(
    _ account: PrivyUser.Account, of owner: PrivyUser, to user: PrivyUser, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    guard let name = account.shownName, world.policy(self.name)["accountTransfer"]?.boolValue == true else {
      throw .linkedToAnotherUser
    }
    let nonce = world.random.token(byteCount: 24)
    transfers.add(
      nonce, PrivyTransfer(account: account, user: user.id),
      until: world.unixTime + world.seconds(self.name, "codeSeconds", default: 600))
    let wallet = wallets.wallets(of: owner.id).first.map { JSONValue.string($0.address) }
    var other: JSONObject = ["embeddedWalletAddress": wallet ?? .null]
    other["farcasterEmbeddedAddress"] = account.farcasterAddress
    other["oAuthUserInfo"] = account.oauthUserInfo
    return .json(
      [
        "error": "The account belongs to another user. It can be moved to this user.",
        "code": "account_transfer_required",
        "data": [
          "nonce": .string(nonce), "subject": .string(account.subject), "account": ["displayName": .string(name)],
          "otherUser": .object(other),
        ],
      ], status: 400, note: "account_transfer_required")
  }

  /// `POST <way>/transfer`: moves the account to the signed-in user, and deletes the other user. DESIGN P93.
  mutating func transfer(
    by way: PrivyWay, _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let user = try signedIn(request, world).user
    let body = try request.privyBody
    let kind = try movedAccount(way, body, world)
    guard let known = transfers.take(try body.privyText("nonce"), at: world.unixTime), known.user == user.id,
      known.account.isMeant(by: kind)
    else {
      throw PrivyFailure(422, "invalid_credentials", "The nonce is unknown or has expired.", note: "transfer: nonce")
    }
    let account = known.account
    guard let owner = directory.owner(of: account.kind) else { throw .userNotFound }
    guard !user.hasAnother(like: account.kind) else { throw .cannotLinkMore }
    if owner.id != user.id {
      _ = deleteUser(owner.id)
      _ = directory.link(
        PrivyUser.Account(account.kind, at: world.unixTime, details: account.details), to: user.id)
    }
    guard let changed = directory.user(user.id) else { throw .userNotFound }
    return .json(changed.json)
  }

  /// The account that a request to transfer names (P93, P100). The service of an OAuth account is not in the request.
  private func movedAccount(
    _ way: PrivyWay, _ body: JSONObject, _ world: SandboxWorld
  ) throws(PrivyFailure) -> PrivyUser.Account.Kind {
    switch way {
    case .email: return .email(try Self.address(body))
    case .phone: return .phone(try Self.number(body))
    case .ethereum: return .ownWallet("ethereum", address: try body.privyText("address").lowercased())
    case .solana: return .ownWallet("solana", address: try body.privyText("address"))
    case .page:
      guard let info = body["userInfo"]?.objectValue else { throw .invalidData("userInfo must be an object.") }
      return .oauth("", subject: try info.privyText("subject"))
    case .telegram: return try checkTelegram(body, world).0
    case .farcaster:
      _ = try body.privyText("farcaster_embedded_address")
      guard let fid = Int64(try body.privyText("farcaster_id")) else {
        throw .invalidData("farcaster_id must be a number as text.")
      }
      return .farcaster(fid)
    case .customToken, .passkey, .guest: throw .missingRoute
    }
  }
}

extension PrivyUser.Account {
  /// Whether a request to transfer names this account.
  fileprivate func isMeant(by named: Kind) -> Bool {
    if case (.oauth(_, let mine), .oauth(_, let theirs)) = (kind, named) { return mine == theirs }
    return kind == named
  }

  /// The name for the question to the user; nil for an account of a kind that cannot be moved.
  fileprivate var shownName: String? {
    switch kind {
    case .email(let address), .phone(let address): address
    case .ownWallet(_, let address): details["address"]?.stringValue ?? address
    case .oauth(_, let subject): details["email"]?.stringValue ?? details["username"]?.stringValue ?? subject
    case .telegram(let id): details["username"]?.stringValue ?? id
    case .farcaster(let fid): details["username"]?.stringValue ?? String(fid)
    case .customAuth, .passkey, .guest, .wallet: nil
    }
  }

  /// `data.subject` of the refusal.
  fileprivate var subject: String {
    switch kind {
    case .oauth(_, let subject): subject
    case .telegram(let id): id
    case .farcaster(let fid): String(fid)
    default: shownName ?? ""
    }
  }

  /// INFER P100: the address of a Farcaster account is that of its owner; no source says which one the vendor means.
  fileprivate var farcasterAddress: JSONValue? {
    if case .farcaster = kind { details["owner_address"] } else { nil }
  }

  fileprivate var oauthUserInfo: JSONValue? {
    guard case .oauth(_, let subject) = kind else { return nil }
    var info: JSONObject = ["subject": .string(subject)]
    for name in ["email", "name", "username"] where details[name]?.isNull == false { info[name] = details[name] }
    return .object(info)
  }
}

import AuthCore
public import AuthPrivy

/// An account of another user that the signed-in user has proved, and can take over (P78, P93).
public struct PrivyAccountTransfer: Sendable {
  /// The account.
  public let account: PrivyLinkedAccount.Kind
  /// The name of the account for the question to the user; nil if the vendor did not send it.
  public let displayName: String?
  /// The address of the other user's wallet, which is deleted with that user; nil if there is no wallet.
  public let otherWalletAddress: String?
  /// The common part of the account's routes, such as `passwordless`.
  let route: String
  /// The vendor's permission for the transfer.
  private let nonce: Secret
  private let proof: Proof

  /// What the vendor requires in addition to the permission.
  private enum Proof: Sendable {
    case members(JSONObject)
    /// Telegram's proof of the login, again.
    case telegram(TelegramLogin)
  }

  /// The body of the request (P93).
  var body: JSONValue {
    var body: JSONObject
    switch proof {
    case .members(let members): body = members
    case .telegram(let login): body = login.body
    }
    body["nonce"] = .string(nonce.revealText())
    return .object(body)
  }

  private init?(_ account: PrivyLinkedAccount.Kind?, _ route: String, _ proof: Proof, refusal: JSONValue) {
    let data = refusal["data"]
    guard let account, let nonce = data?["nonce"]?.stringValue, !nonce.isEmpty else { return nil }
    self.account = account
    self.route = route
    self.proof = proof
    self.nonce = Secret(nonce)
    displayName = data?["account"]?["displayName"]?.stringValue
    otherWalletAddress = data?["otherUser"]?["embeddedWalletAddress"]?.stringValue
  }
}

/// Reads a transfer from the refusal of a link; nil if the refusal does not contain what a transfer needs.
extension PrivyAccountTransfer {
  init?(of contact: Contact, refusal: JSONValue) {
    self.init(
      contact.kind == .email ? .email(contact.value) : .phone(contact.value), contact.route,
      .members([contact.name: .string(contact.value)]), refusal: refusal)
  }

  init?(of login: TelegramLogin, refusal: JSONValue) {
    self.init(login.account, TelegramLogin.route, .telegram(login), refusal: refusal)
  }

  init?(of approval: FarcasterApproval, refusal: JSONValue) {
    // `subject` is the number as text. The address is that of the other user's account (P100).
    var members: JSONObject = [
      "farcaster_id": refusal["data"]?["subject"]?.stringValue.map { .string($0) } ?? .string(String(approval.fid))
    ]
    members["farcaster_embedded_address"] = refusal["data"]?["otherUser"]?["farcasterEmbeddedAddress"]
    self.init(approval.account, FarcasterChannel.route, .members(members), refusal: refusal)
  }

  /// The account of a flow: a contact, a wallet, or an account at another service.
  init?(of link: RefusedLink, refusal: JSONValue) {
    if let service = link.method.oauthProvider {
      // The vendor sends the account in its refusal, and requires it in the next request (P100).
      guard let info = refusal["data"]?["otherUser"]?["oAuthUserInfo"], let subject = info["subject"]?.stringValue
      else { return nil }
      var account: JSONObject = ["subject": .string(subject)]
      account["type"] = .string(service.contains(":") ? service : service + "_oauth")
      for name in ["email", "username", "name"] { account[name] = info[name] }
      self.init(
        PrivyLinkedAccount(.object(account))?.kind, link.route, .members(["userInfo": info]), refusal: refusal)
      return
    }
    guard let identifier = link.identifier else { return nil }
    switch link.method {
    case .emailOTP:
      self.init(.email(identifier), link.route, .members(["email": .string(identifier)]), refusal: refusal)
    case .smsOTP:
      self.init(.phone(identifier), link.route, .members(["phoneNumber": .string(identifier)]), refusal: refusal)
    case .wallet:
      let wallet: JSONValue = [
        "type": "wallet", "address": .string(identifier), "chain_type": link.route == "siws" ? "solana" : "ethereum",
      ]
      self.init(
        PrivyLinkedAccount(wallet)?.kind, link.route, .members(["address": .string(identifier)]), refusal: refusal)
    default: return nil
    }
  }
}

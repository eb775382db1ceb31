import AuthCore

/// One user, with the linked accounts (P68).
struct PrivyUser: Sendable {
  /// A linked account: one with which the user signs in, or a wallet.
  struct Account: Sendable {
    enum Kind: Sendable, Hashable {
      /// The id claim of the app's own JWT, compared exactly.
      case customAuth(String)
      /// An e-mail address.
      case email(String)
      /// A number in E.164 format.
      case phone(String)
      /// An account at another service: the service, and its subject for the user.
      case oauth(String, subject: String)
      /// An account at Telegram, by its id.
      case telegram(String)
      /// An account at Farcaster, by its number.
      case farcaster(Int64)
      /// The user's own wallet: the chain, and the address, which is in lower case on Ethereum.
      case ownWallet(String, address: String)
      /// A passkey by its id in base64url.
      case passkey(String)
      /// A guest: the hash of the device's secret. Clients do not see this account.
      case guest(String)
      /// A wallet of the sandbox, by its id.
      case wallet(String)
    }

    let kind: Kind
    /// Further members of the account's JSON.
    var details: JSONObject = [:]
    /// Seconds since 1970.
    let firstVerifiedAt: Int64
    var latestVerifiedAt: Int64
  }

  /// `did:privy:c…`.
  let id: String
  let createdAt: Int64
  var accounts: [Account] {
    didSet { factors.keepPasskeys(passkeyIDs) }
  }
  var metadata: JSONValue?
  var factors = PrivySecondFactors()
  var hasAcceptedTerms = false
  /// The ids of the passkeys that are second factors only and cannot sign in (P55).
  var passkeysForFactorAlone: Set<String> = [] {
    didSet { factors.keepPasskeys(passkeyIDs) }
  }

  /// The first e-mail address.
  var email: String? {
    for case .email(let address) in accounts.map(\.kind) { return address }
    return nil
  }

  /// Whether the user has no account other than guest accounts.
  var isGuest: Bool {
    accounts.allSatisfy { if case .guest = $0.kind { true } else { false } }
  }

  /// Whether the user has another account of a type of which a user can have only one: a custom id, an e-mail address,
  /// a phone number, or an account at Telegram, at Farcaster or at the OAuth service.
  func hasAnother(like kind: Account.Kind) -> Bool {
    accounts.contains { known in
      switch (known.kind, kind) {
      case (.customAuth(let mine), .customAuth(let new)): mine != new
      case (.email(let mine), .email(let new)): mine != new
      case (.phone(let mine), .phone(let new)): mine != new
      case (.telegram(let mine), .telegram(let new)): mine != new
      case (.farcaster(let mine), .farcaster(let new)): mine != new
      case (.oauth(let service, let mine), .oauth(let other, let new)): service == other && mine != new
      default: false
      }
    }
  }

  /// The user object for clients and servers.
  var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id), "created_at": .integer(createdAt), "has_accepted_terms": .bool(hasAcceptedTerms),
      "is_guest": .bool(isGuest),
      "linked_accounts": .array(shown.map { .object(json(of: $0)) }), "mfa_methods": factors.json,
    ]
    object["custom_metadata"] = metadata
    return .object(object)
  }

  /// The accounts in the format of the identity token: with `lv` instead of the three times, and only the identifying
  /// members of a wallet (P65, P66).
  var identityAccounts: JSONValue {
    .array(
      shown.map { account in
        var object = account.core
        object["lv"] = .integer(account.latestVerifiedAt)
        if object["type"] == "wallet" {
          let kept: Set<String> = ["type", "id", "address", "chain_type", "wallet_client_type", "lv"]
          object = JSONObject(object.members.filter { kept.contains($0.name) }.map { ($0.name, $0.value) })
        }
        // The identity token spells these members differently from the user object (P67).
        if case .farcaster = account.kind {
          object = ["type": "farcaster", "fid": object["fid"] ?? .null, "lv": object["lv"] ?? .null]
          object["oa"] = account.details["owner_address"]
          object["username"] = account.details["username"]
        }
        if case .phone(let number) = account.kind {
          object["phoneNumber"] = Optional<JSONValue>.none
          object["phone_number"] = .string(number)
        }
        return .object(object)
      })
  }

  /// The ids of the user's passkeys, including those that are second factors only.
  var passkeyIDs: Set<String> {
    Set(accounts.compactMap { if case .passkey(let id) = $0.kind { id } else { nil } })
  }

  private func json(of account: Account) -> JSONObject {
    var object = account.json
    if case .passkey(let id) = account.kind {
      object["enrolled_in_mfa"] = .bool(factors.passkeys?.ids.contains(id) ?? false)
    }
    return object
  }

  private var shown: [Account] {
    accounts.filter {
      switch $0.kind {
      case .guest: false
      case .passkey(let id): !passkeysForFactorAlone.contains(id)
      default: true
      }
    }
  }
}

extension PrivyUser.Account {
  init(_ kind: Kind, at time: Int64, details: JSONObject = [:]) {
    self.kind = kind
    self.details = details
    firstVerifiedAt = time
    latestVerifiedAt = time
  }

  var core: JSONObject {
    var object: JSONObject
    switch kind {
    case .customAuth(let id): object = ["type": "custom_auth", "custom_user_id": .string(id)]
    case .email(let address): object = ["type": "email", "address": .string(address)]
    case .phone(let number): object = ["type": "phone", "phoneNumber": .string(number)]
    case .oauth(let service, let subject):
      object = ["type": .string(service + "_oauth"), "subject": .string(subject)]
    case .telegram(let id): object = ["type": "telegram", "telegram_user_id": .string(id)]
    case .farcaster(let fid): object = ["type": "farcaster", "fid": .integer(fid)]
    case .ownWallet(let chain, let address):
      object = [
        "type": "wallet", "address": .string(address), "chain_type": .string(chain), "wallet_client": "unknown",
      ]
    case .passkey(let id):
      object = ["type": "passkey", "credential_id": .string(id), "enrolled_in_mfa": false]
    case .guest: object = [:]
    case .wallet(let id): object = ["type": "wallet", "id": .string(id)]
    }
    for member in details.members { object[member.name] = member.value }
    return object
  }

  var json: JSONObject {
    var object = core
    object["verified_at"] = .integer(firstVerifiedAt)
    object["first_verified_at"] = .integer(firstVerifiedAt)
    object["latest_verified_at"] = .integer(latestVerifiedAt)
    return object
  }
}

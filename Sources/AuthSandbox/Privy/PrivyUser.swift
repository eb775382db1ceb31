import AuthCore

/// One user and what is linked to them (notes §3.3).
struct PrivyUser: Sendable {
  /// One way to sign in, or a wallet.
  struct Account: Sendable {
    enum Kind: Sendable, Hashable {
      /// The id claim of the app's own JWT, as an exact text.
      case customAuth(String)
      /// An e-mail address.
      case email(String)
      /// A wallet by its id.
      case wallet(String)
    }

    let kind: Kind
    /// Further members of the wire form.
    var details: JSONObject = [:]
    /// Seconds since 1970.
    let firstVerifiedAt: Int64
    var latestVerifiedAt: Int64
  }

  /// `did:privy:c…`.
  let id: String
  let createdAt: Int64
  var accounts: [Account]
  var metadata: JSONValue?

  /// The first e-mail address.
  var email: String? {
    for case .email(let address) in accounts.map(\.kind) { return address }
    return nil
  }

  /// The user as clients and servers see it.
  var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id), "created_at": .integer(createdAt), "has_accepted_terms": false, "is_guest": false,
      "linked_accounts": .array(accounts.map { .object($0.json) }), "mfa_methods": [],
    ]
    object["custom_metadata"] = metadata
    return .object(object)
  }

  /// The accounts as the identity token has them: with `lv` in the place of the three times.
  var identityAccounts: JSONValue {
    .array(
      accounts.map { account in
        var object = account.core
        object["lv"] = .integer(account.latestVerifiedAt)
        return .object(object)
      })
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

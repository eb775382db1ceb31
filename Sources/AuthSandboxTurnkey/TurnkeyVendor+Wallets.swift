import AuthCore
import AuthSandboxChains
import AuthSandboxKit

extension TurnkeyVendor {
  /// Makes a wallet from `walletName`, `accounts[]` and `mnemonicLength?` (v1WalletParams), without adding it to the
  /// organisation.
  func wallet(
    _ fields: TurnkeyFields, in organization: String, imported: Mnemonic? = nil, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> TurnkeyWallet {
    let count = Int(try fields.integer("mnemonicLength", in: 12...24) ?? 12)
    guard let mnemonic = imported ?? Mnemonic(wordCount: count, random: world.random) else {
      throw .invalid("mnemonicLength must be 12, 15, 18, 21 or 24")
    }
    var wallet = TurnkeyWallet(
      id: world.random.uuid(), name: try fields.string("walletName"), mnemonic: mnemonic, seed: mnemonic.seed,
      isImported: imported != nil, createdAt: world.now, updatedAt: world.now)
    guard fields.object["accounts"]?.arrayValue != nil else { throw .invalid("accounts must be set") }
    try addAccounts(fields, to: &wallet, in: organization, world)
    return wallet
  }

  private func addAccounts(
    _ fields: TurnkeyFields, to wallet: inout TurnkeyWallet, in organization: String, _ world: SandboxWorld
  ) throws(TurnkeyFailure) {
    for account in try fields.objects("accounts") {
      let path = try account.string("path")
      let format = try account.string("addressFormat")
      let curve = try curve(account)
      guard try account.string("pathFormat") == "PATH_FORMAT_BIP32",
        let key = DerivedKey(seed: wallet.seed, curve: curve)?.derived(path: path)?.key
      else { throw .invalid("pathFormat must be PATH_FORMAT_BIP32, and path a derivation path for the curve") }
      let address = try address(of: key, format: format)
      guard !wallet.accounts.contains(where: { $0.path == path && $0.format == format && $0.key.curve == curve }) else {
        throw .invalid("wallet account already exists")
      }
      wallet.accounts.append(
        TurnkeyWalletAccount(
          id: world.random.uuid(), walletID: wallet.id, organization: organization, key: key,
          publicKey: Hex.encode(key.publicKey), path: path,
          format: format, address: address, name: try account.optionalString("name"), createdAt: world.now))
    }
  }

  func curve(_ fields: TurnkeyFields) throws(TurnkeyFailure) -> ChainCurve {
    guard let curve = ChainCurve(turnkeyName: try fields.string("curve")) else {
      throw .invalid("curve must be CURVE_SECP256K1, CURVE_ED25519 or CURVE_P256")
    }
    return curve
  }

  func address(of key: ChainKey, format: String) throws(TurnkeyFailure) -> String {
    guard let known = ChainAddress(turnkeyName: format) else { throw .unserved("addresses of \(format)") }
    guard let address = known.text(of: key) else { throw .invalid("the address format does not fit the curve") }
    return address
  }

  mutating func createWallet(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let wallet = try wallet(fields, in: activity.organization, world)
    try add(wallet, to: activity.organization)
    return wallet.result
  }

  mutating func add(_ wallet: TurnkeyWallet, to organization: String) throws(TurnkeyFailure) {
    try directory.changeOrganization(organization) { (place: inout TurnkeyOrganization) throws(TurnkeyFailure) in
      guard place.wallets.count < 100 else { throw .exhausted("organization has exceeded maximum wallets", nil) }
      guard !place.wallets.contains(where: { $0.name == wallet.name }) else {
        throw .invalid("wallet label must be unique")
      }
      place.wallets.append(wallet)
    }
  }

  mutating func createWalletAccounts(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    var wallet = try wallet(try fields.string("walletId"), in: activity.organization)
    let before = wallet.accounts.count
    try addAccounts(fields, to: &wallet, in: activity.organization, world)
    let made = wallet.accounts.dropFirst(before).map { JSONValue.string($0.address) }
    guard !made.isEmpty else { throw .invalid("accounts must be set") }
    // If `persist` is false, the addresses are derived and returned, but not stored.
    let isKept = fields.object["persist"] == nil ? true : try fields.bool("persist")
    if isKept { replace(wallet, in: activity.organization, world) }
    return ["addresses": .array(made)]
  }

  mutating func updateWallet(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    var wallet = try wallet(try fields.string("walletId"), in: activity.organization)
    wallet.name = try fields.optionalString("walletName") ?? wallet.name
    replace(wallet, in: activity.organization, world)
    return ["walletId": .string(wallet.id)]
  }

  /// Deletes wallets. For a wallet that was never exported, the request must set `deleteWithoutExport`.
  mutating func deleteWallets(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let ids = try fields.strings("walletIds")
    let isForced = try fields.bool("deleteWithoutExport")
    for id in ids {
      guard try wallet(id, in: activity.organization).isExported || isForced else {
        throw .invalid("wallet has not been exported; set deleteWithoutExport to delete it anyway")
      }
    }
    directory.changeOrganization(activity.organization) { $0.wallets.removeAll { ids.contains($0.id) } }
    return ["walletIds": .array(ids.map { .string($0) })]
  }

  mutating func deleteWalletAccounts(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let ids = try fields.strings("walletAccountIds")
    let wallets = directory.organization(activity.organization)?.wallets ?? []
    guard Set(ids).isSubset(of: wallets.flatMap(\.accounts).map(\.id)) else { throw .walletNotFound }
    let isForced = try fields.bool("deleteWithoutExport")
    for wallet in wallets where wallet.accounts.contains(where: { ids.contains($0.id) }) {
      guard wallet.isExported || isForced else {
        throw .invalid("wallet has not been exported; set deleteWithoutExport to delete it anyway")
      }
    }
    directory.changeOrganization(activity.organization) { organization in
      for index in organization.wallets.indices {
        organization.wallets[index].accounts.removeAll { ids.contains($0.id) }
      }
    }
    return ["walletAccountIds": .array(ids.map { .string($0) })]
  }

  func wallet(_ id: String, in organization: String) throws(TurnkeyFailure) -> TurnkeyWallet {
    guard let wallet = directory.organization(organization)?.wallets.first(where: { $0.id == id }) else {
      throw .walletNotFound
    }
    return wallet
  }

  mutating func replace(_ wallet: TurnkeyWallet, in organization: String, _ world: SandboxWorld) {
    var wallet = wallet
    wallet.updatedAt = world.now
    directory.changeOrganization(organization) { place in
      for index in place.wallets.indices where place.wallets[index].id == wallet.id { place.wallets[index] = wallet }
    }
  }

  /// Handles the queries about wallets and private keys. Returns nil for any other query.
  func walletAnswer(
    _ query: String, _ fields: TurnkeyFields, in organization: String
  ) throws(TurnkeyFailure) -> JSONValue? {
    let wallets = directory.organization(organization)?.wallets ?? []
    switch query {
    case "list_wallets": return ["wallets": .array(wallets.map(\.json))]
    case "get_wallet": return ["wallet": try wallet(try fields.string("walletId"), in: organization).json]
    case "get_wallet_account":
      let accounts = try wallet(try fields.string("walletId"), in: organization).accounts
      let (address, path) = (try fields.optionalString("address"), try fields.optionalString("path"))
      let found = accounts.first { account in
        address.map { account.hasAddress($0) } ?? path.map { $0 == account.path } ?? false
      }
      guard let found else { throw .walletNotFound }
      return ["account": found.json()]
    case "list_wallet_accounts":
      let id = try fields.optionalString("walletId").flatMap { $0.isEmpty ? nil : $0 }
      if let id { _ = try wallet(id, in: organization) }
      let accounts = wallets.filter { id == nil || $0.id == id }.flatMap(\.accounts)
      let isDetailed = try fields.bool("includeWalletDetails")
      let page = try fields.page(of: accounts) { $0.id }
      return [
        "accounts": .array(
          page.map { account in
            account.json(wallet: isDetailed ? wallets.first { $0.id == account.walletID } : nil)
          })
      ]
    case "list_private_keys":
      return ["privateKeys": .array((directory.organization(organization)?.privateKeys ?? []).map(\.json))]
    case "get_private_key":
      return ["privateKey": try privateKey(try fields.string("privateKeyId"), in: organization).json]
    default: return nil
    }
  }
}

extension TurnkeyWallet {
  /// v1WalletResult: the result of creating or importing the wallet.
  var result: JSONObject {
    ["walletId": .string(id), "addresses": .array(accounts.map { .string($0.address) })]
  }
}

extension TurnkeyWalletAccount {
  /// Whether `text` is the account's address. Ethereum addresses are compared without regard to case, since an address
  /// in lower case has no checksum (EIP-55).
  func hasAddress(_ text: String) -> Bool {
    address == text || address.hasPrefix("0x") && address.lowercased() == text.lowercased()
  }
}

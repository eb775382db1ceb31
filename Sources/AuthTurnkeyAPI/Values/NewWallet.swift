import AuthCore

/// A wallet to create (v1CreateWalletIntent).
public struct NewWallet: Sendable, Hashable {
  /// The wallet's display name.
  public var name: String
  /// The wallet's first accounts.
  public var accounts: [NewWalletAccount]
  /// The number of words in the mnemonic: 12, 15, 18, 21 or 24; nil for the vendor's default.
  public var mnemonicLength: Int?

  /// Creates the description of a wallet, by default with the vendor's length of the mnemonic.
  public init(name: String, accounts: [NewWalletAccount], mnemonicLength: Int? = nil) {
    self.name = name
    self.accounts = accounts
    self.mnemonicLength = mnemonicLength
  }

  var json: JSONObject {
    var object: JSONObject = ["walletName": .string(name), "accounts": .array(accounts.map(\.json))]
    object["mnemonicLength"] = mnemonicLength.map { .integer(Int64($0)) }
    return object
  }
}

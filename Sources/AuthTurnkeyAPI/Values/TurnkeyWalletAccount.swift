public import AuthCore

/// An account of a wallet (v1WalletAccount).
public struct TurnkeyWalletAccount: TurnkeyValue, Hashable {
  /// The account's ID.
  public let id: String
  /// The ID of the account's wallet.
  public let walletID: String
  /// The curve of the account's key.
  public let curve: WalletCurve
  /// The derivation path (BIP 32).
  public let path: String
  /// The format of the address, which determines the chain.
  public let addressFormat: AddressFormat
  /// The account's address, in `addressFormat`.
  public let address: String
  /// The public key in hex; nil if the vendor does not return it.
  public let publicKey: String?

  /// Reads an account from the vendor's JSON.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("walletAccountId")
    walletID = try json.requiredString("walletId")
    curve = WalletCurve(rawValue: try json.requiredString("curve"))
    path = try json.requiredString("path")
    addressFormat = AddressFormat(rawValue: try json.requiredString("addressFormat"))
    address = try json.requiredString("address")
    publicKey = json["publicKey"]?.stringValue
  }
}

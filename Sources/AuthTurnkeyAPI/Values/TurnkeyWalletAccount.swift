public import AuthCore

/// An account of a wallet (v1WalletAccount).
public struct TurnkeyWalletAccount: TurnkeyValue, Hashable {
  /// The account.
  public let id: String
  /// Its wallet.
  public let walletID: String
  /// Its curve.
  public let curve: WalletCurve
  /// The derivation path (BIP 32).
  public let path: String
  /// The format of its address.
  public let addressFormat: AddressFormat
  /// The address.
  public let address: String
  /// The public key in hex, where the vendor returns it.
  public let publicKey: String?

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

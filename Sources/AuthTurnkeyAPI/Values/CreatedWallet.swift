public import AuthCore

/// A newly created or imported wallet (v1CreateWalletResult).
public struct CreatedWallet: TurnkeyValue, Hashable {
  /// The wallet.
  public let id: String
  /// The addresses of its accounts, in the order of the request.
  public let addresses: [String]

  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("walletId")
    addresses = json.texts("addresses")
  }
}

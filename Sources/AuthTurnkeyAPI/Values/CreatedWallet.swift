public import AuthCore

/// A wallet that was just made or imported (v1CreateWalletResult).
public struct CreatedWallet: TurnkeyValue, Hashable {
  /// The wallet.
  public let id: String
  /// The addresses of its accounts, in the order in which they were asked for.
  public let addresses: [String]

  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("walletId")
    addresses = json.texts("addresses")
  }
}

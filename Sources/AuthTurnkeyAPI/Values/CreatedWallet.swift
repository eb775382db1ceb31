public import AuthCore

/// A newly created or imported wallet (v1CreateWalletResult).
public struct CreatedWallet: TurnkeyValue, Hashable {
  /// The wallet's ID.
  public let id: String
  /// The addresses of the wallet's accounts, in the order of the request.
  public let addresses: [String]

  /// Reads the result of creating or importing a wallet.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("walletId")
    addresses = json.texts("addresses")
  }
}

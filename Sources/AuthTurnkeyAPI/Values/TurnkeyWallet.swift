public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A wallet (v1Wallet).
public struct TurnkeyWallet: TurnkeyValue, Hashable {
  /// The wallet's ID.
  public let id: String
  /// The wallet's display name.
  public let name: String
  /// Whether the wallet's mnemonic was ever exported.
  public let isExported: Bool
  /// Whether the wallet's mnemonic was imported.
  public let isImported: Bool
  /// When the wallet was created; nil if the response has no valid time.
  public let createdAt: Date?
  /// When the wallet was changed last; nil if the response has no valid time.
  public let updatedAt: Date?
  /// The wallet's accounts; nil unless they were fetched too, by `TurnkeyClient.walletsWithAccounts()`.
  public internal(set) var accounts: [TurnkeyWalletAccount]?

  /// Reads a wallet from the vendor's JSON.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("walletId")
    name = try json.requiredString("walletName")
    isExported = json["exported"]?.boolValue ?? false
    isImported = json["imported"]?.boolValue ?? false
    createdAt = TurnkeyTimestamp.date(json["createdAt"])
    updatedAt = TurnkeyTimestamp.date(json["updatedAt"])
  }
}

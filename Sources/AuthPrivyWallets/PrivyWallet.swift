public import AuthCore

/// A wallet that the vendor keeps for a user (P61).
public struct PrivyWallet: Sendable, Hashable {
  /// The chains for which this package creates wallets.
  public enum Chain: String, Sendable, Hashable, CaseIterable {
    /// Ethereum-style chains, with keys on secp256k1.
    case ethereum
    /// Solana-style chains, with Ed25519 keys.
    case solana
  }

  /// The vendor's ID of the wallet.
  public let id: String
  /// The address on the chain.
  public let address: String
  /// The kind of chain, by the vendor's name, such as `ethereum`.
  public let chainType: String
  /// The whole object, as received: the wallet from `create`, or the user's linked account from `list`.
  public let json: JSONObject

  /// The chain; nil for a chain that this package does not support.
  public var chain: Chain? { Chain(rawValue: chainType) }

  /// Reads a wallet from the vendor's JSON.
  ///
  /// - Throws: `malformed_response` for a missing or invalid field. The message names the field.
  init(_ value: JSONValue) throws(AuthError) {
    id = try value.requiredString("id")
    address = try value.requiredString("address")
    chainType = try value.requiredString("chain_type")
    json = value.objectValue ?? [:]
  }
}

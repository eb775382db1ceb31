public import AuthCore

/// A wallet that the vendor keeps for a user (P61).
public struct PrivyWallet: Sendable, Hashable {
  /// The chains for which this package creates wallets.
  public enum Chain: String, Sendable, Hashable, CaseIterable {
    /// Keys of secp256k1.
    case ethereum
    /// Keys of Ed25519.
    case solana
  }

  /// The vendor's ID.
  public let id: String
  /// The address on the chain.
  public let address: String
  /// The chain, by the vendor's name: `ethereum`.
  public let chainType: String
  /// The whole object, as received: the wallet itself where it was created, the user's account where it was listed.
  public let json: JSONObject

  /// The chain, where known.
  public var chain: Chain? { Chain(rawValue: chainType) }

  /// - Throws: `malformed_response` naming the field.
  init(_ value: JSONValue) throws(AuthError) {
    id = try value.requiredString("id")
    address = try value.requiredString("address")
    chainType = try value.requiredString("chain_type")
    json = value.objectValue ?? [:]
  }
}

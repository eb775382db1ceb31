import AuthCore

/// What wallets are asked to sign, to sign their owners in: the block `wallet`.
public struct PrivyWalletConfiguration: Sendable, Hashable {
  /// Whether users can sign in by a wallet: there is a block.
  public var isOffered: Bool
  /// The site that asks, which wallets show: `example.com`.
  public var domain: String
  /// What the signing is for: a URI of the site.
  public var uri: String
  /// What the user agrees to; nil for the words of the vendor's own clients.
  public var statement: String?
  /// The number of the Ethereum-style chain.
  public var ethereumChainID: Int

  /// - Throws: `invalid_configuration`.
  init(reading block: ConfigurationReader?, host: String) throws(AuthError) {
    isOffered = block != nil
    var reader = block ?? ConfigurationReader([:], path: "wallet", sources: ConfigurationSources())
    domain =
      try reader.optionalString("domain", "the site that asks, which wallets show; the vendor's host by default")
      ?? host
    uri = try reader.optionalString("uri", "what the signing is for: a URI of the site") ?? "https://" + domain
    statement = try reader.optionalString("statement", "what the user agrees to; the vendor's own words by default")
    ethereumChainID = try reader.integer(
      "chainId", "the number of the Ethereum-style chain", default: 1, in: 1...Int(Int32.max))
    try reader.finish()
  }
}

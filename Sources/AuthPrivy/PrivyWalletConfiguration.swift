import AuthCore

/// What wallets are asked to sign, to sign their owners in: the block `wallet`.
public struct PrivyWalletConfiguration: Sendable, Hashable {
  /// Whether users can sign in by a wallet: there is a block.
  public var isOffered: Bool
  /// The app's own site, which wallets show as the one that asks (P31): `example.com`.
  public var domain: String
  /// What the signing is for: a URI of the site.
  public var uri: String
  /// What the user agrees to; nil for the words of the vendor's own clients.
  public var statement: String?
  /// The number of the Ethereum-style chain.
  public var ethereumChainID: Int

  /// Reads `domain`, which has to be there, `uri`, `statement` and `chainId`.
  ///
  /// - Throws: `invalid_configuration`.
  init(reading block: ConfigurationReader?) throws(AuthError) {
    guard var reader = block else {
      (isOffered, domain, uri, statement, ethereumChainID) = (false, "", "", nil, 1)
      return
    }
    isOffered = true
    domain = try reader.string("domain", "the app's own site, which wallets show as the one that asks")
    uri = try reader.optionalString("uri", "what the signing is for: a URI of the site") ?? "https://" + domain
    statement = try reader.optionalString("statement", "what the user agrees to; the vendor's own words by default")
    ethereumChainID = try reader.integer(
      "chainId", "the number of the Ethereum-style chain", default: 1, in: 1...Int(Int32.max))
    try reader.finish()
  }
}

import AuthCore

/// The message that wallets sign at sign-in: the block `wallet`.
public struct PrivyWalletConfiguration: Sendable, Hashable {
  /// Whether users can sign in with a wallet: true if the block exists.
  public var isOffered: Bool
  /// The app's own site, such as `example.com`. Wallets show it as the origin of the request (P31).
  public var domain: String
  /// The resource that the user signs in to: a URI of the site.
  public var uri: String
  /// The statement that the user agrees to; nil for the text of the vendor's own clients.
  public var statement: String?
  /// The chain ID (EIP-155) for Ethereum-style wallets.
  public var ethereumChainID: Int

  /// Reads `domain`, which is required, `uri`, `statement` and `chainId`. The default of `uri` is `https://` followed
  /// by the domain. Without a block, users cannot sign in with a wallet.
  ///
  /// - Throws: `invalid_configuration` if the block has no domain, or a value does not have its form.
  init(reading block: ConfigurationReader?) throws(AuthError) {
    guard var reader = block else {
      (isOffered, domain, uri, statement, ethereumChainID) = (false, "", "", nil, 1)
      return
    }
    isOffered = true
    domain = try reader.string("domain", "the app's own site, which wallets show as the origin of the request")
    uri =
      try reader.optionalString("uri", "the resource that the user signs in to: a URI of the site")
      ?? "https://" + domain
    statement = try reader.optionalString(
      "statement", "the statement that the user agrees to; by default the vendor's text")
    ethereumChainID = try reader.integer(
      "chainId", "the chain ID of the Ethereum-style chain (EIP-155)", default: 1, in: 1...Int(Int32.max))
    try reader.finish()
  }
}

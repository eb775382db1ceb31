import AuthCore

/// For whom the vendor is asked to make a wallet at sign-in: the vendor's `createOnLogin`, chain by chain.
public struct PrivyWalletCreation: Sendable, Hashable {
  /// Whose sign-in makes a wallet of a chain.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// No user's.
    case off
    /// That of a user who has no wallet of the chain, neither one of their own nor one that the vendor keeps (P63).
    case usersWithoutWallets = "users-without-wallets"
    /// That of every user whose wallet of the chain the vendor does not keep yet (P64).
    case allUsers = "all-users"
  }

  /// Ethereum-style wallets.
  public var ethereum: Rule
  /// Solana-style wallets.
  public var solana: Rule

  /// Reads `ethereum` and `solana`.
  ///
  /// - Throws: `invalid_configuration`.
  init(reading block: ConfigurationReader?) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "createOnLogin", sources: ConfigurationSources())
    ethereum = try reader.choice("ethereum", "whose sign-in makes an Ethereum-style wallet", default: .off)
    solana = try reader.choice("solana", "whose sign-in makes a Solana-style wallet", default: .off)
    try reader.finish()
  }

  /// The chains, by the vendor's names, of which a user has to get a wallet.
  func missing(for user: PrivyUser) -> [String] {
    let wallets = user.linkedAccounts.compactMap { if case .wallet(let wallet) = $0.kind { wallet } else { nil } }
    return [("ethereum", ethereum), ("solana", solana)].compactMap { chain, rule in
      switch rule {
      case .off: nil
      case .usersWithoutWallets: wallets.contains { $0.chainType == chain } ? nil : chain
      case .allUsers: wallets.contains { $0.isEmbedded && $0.chainType == chain } ? nil : chain
      }
    }
  }
}

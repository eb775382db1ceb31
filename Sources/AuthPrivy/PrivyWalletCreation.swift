import AuthCore

/// The users for whom the vendor creates a wallet at sign-in: the vendor's `createOnLogin`, per chain.
public struct PrivyWalletCreation: Sendable, Hashable {
  /// The users who get a wallet of a chain at sign-in.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// No users.
    case off
    /// Users without any wallet of the chain, neither their own nor one that the vendor keeps (P63).
    case usersWithoutWallets = "users-without-wallets"
    /// All users without a wallet of the chain that the vendor keeps (P64).
    case allUsers = "all-users"
  }

  /// Ethereum-style wallets.
  public var ethereum: Rule
  /// Solana-style wallets.
  public var solana: Rule

  /// Reads `ethereum` and `solana`, which are `off` by default.
  ///
  /// - Throws: `invalid_configuration` for a value that `Rule` does not have, or for an unknown key.
  init(reading block: ConfigurationReader?) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "createOnLogin", sources: ConfigurationSources())
    ethereum = try reader.choice("ethereum", "the users who get an Ethereum-style wallet", default: .off)
    solana = try reader.choice("solana", "the users who get a Solana-style wallet", default: .off)
    try reader.finish()
  }

  /// The chains, by the vendor's names, for which the user is to get a wallet.
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

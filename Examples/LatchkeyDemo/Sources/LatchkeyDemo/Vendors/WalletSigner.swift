import AuthCore
import AuthPrivyWallets
import AuthTurnkeyAPI

/// The wallets that a vendor keeps for the signed-in user, in one form for `WalletsView`.
@MainActor
struct WalletSigner {
  /// A wallet's account.
  struct Account: Hashable {
    let address: String
    /// The chain or the address's format, by the vendor's name.
    let kind: String
  }

  /// Lists the accounts.
  let accounts: @MainActor () async throws(AuthError) -> [Account]
  /// Signs a text with an account, and returns the signature as text.
  let sign: @MainActor (_ text: String, _ account: Account) async throws(AuthError) -> String

  /// The signer of a Turnkey-style provider.
  static func turnkey(_ context: TurnkeyContext) -> WalletSigner {
    WalletSigner {
      () async throws(AuthError) in
      try await context.fetchWallets().flatMap { $0.accounts ?? [] }
        .map { Account(address: $0.address, kind: $0.addressFormat.rawValue) }
    } sign: { (text, account) async throws(AuthError) in
      let accounts = try await context.fetchWallets().flatMap { $0.accounts ?? [] }
      guard let known = accounts.first(where: { $0.address == account.address }) else { throw missing }
      return Hex.encode(try await context.signMessage(signWith: known, message: text).bytes)
    }
  }

  /// The signer of a Privy-style provider.
  static func privy(_ wallets: PrivyWallets) -> WalletSigner {
    WalletSigner {
      () async throws(AuthError) in
      try await wallets.list().map { Account(address: $0.address, kind: $0.chainType) }
    } sign: { (text, account) async throws(AuthError) in
      guard let wallet = try await wallets.list().first(where: { $0.address == account.address }) else {
        throw missing
      }
      switch wallet.chain {
      case .ethereum: return try await wallets.personalSign(text, with: wallet)
      case .solana: return Hex.encode(try await wallets.signMessage(Array(text.utf8), with: wallet))
      case nil:
        throw AuthError(.unsupported, "This app does not sign with wallets of the chain '\(wallet.chainType)'.")
      }
    }
  }

  private static let missing = AuthError(.invalidRequest, "The user has no such wallet any more. Fetch the list again.")
}

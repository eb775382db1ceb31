public import AuthCore
import AuthTurnkey

/// The user's wallets. Each call uses the selected session, and renews it first if a renewal is due. A call that
/// changes the wallets also updates `wallets`.
extension TurnkeyContext {
  /// Fetches the user's wallets, with their accounts, from the vendor.
  ///
  /// - Throws: the errors of `client()` and of `TurnkeyClient.walletsWithAccounts()`.
  public func fetchWallets() async throws(AuthError) -> [TurnkeyWallet] { try await client().walletsWithAccounts() }

  /// Fetches the wallets, with their accounts, and updates `wallets`.
  ///
  /// - Throws: the errors of `fetchWallets()`.
  public func refreshWallets() async throws(AuthError) { wallets = try await fetchWallets() }

  /// Creates a wallet.
  ///
  /// - Parameters:
  ///   - walletName: the wallet's display name, which is unique among the user's wallets.
  ///   - accounts: the wallet's first accounts.
  ///   - mnemonicLength: the number of words in the mnemonic: 12, 15, 18, 21 or 24; nil for the vendor's default.
  /// - Throws: the errors of `client()`, of `TurnkeyClient.createWallet(_:)` and of `refreshWallets()`. After an error
  ///   of the last, the wallet exists.
  @discardableResult
  public func createWallet(
    walletName: String, accounts: [NewWalletAccount], mnemonicLength: Int? = nil
  ) async throws(AuthError) -> CreatedWallet {
    let made = try await client().createWallet(
      NewWallet(name: walletName, accounts: accounts, mnemonicLength: mnemonicLength))
    try await refreshWallets()
    return made
  }

  /// Derives further accounts of a wallet, and returns their addresses.
  ///
  /// - Throws: the errors of `client()`, of `TurnkeyClient.createWalletAccounts(_:in:)` and of `refreshWallets()`.
  ///   After an error of the last, the accounts exist.
  @discardableResult
  public func createWalletAccounts(
    _ accounts: [NewWalletAccount], walletId: String
  ) async throws(AuthError) -> [String] {
    let addresses = try await client().createWalletAccounts(accounts, in: walletId)
    try await refreshWallets()
    return addresses
  }

  /// Imports a wallet by its mnemonic, which is encrypted to the vendor's enclave.
  ///
  /// - Throws: the errors of `client()`, of `TurnkeyClient.importWallet(mnemonic:name:accounts:user:)` and of
  ///   `refreshWallets()`. After an error of the last, the wallet exists.
  @discardableResult
  public func importWallet(
    walletName: String, mnemonic: Secret, accounts: [NewWalletAccount]
  ) async throws(AuthError) -> CreatedWallet {
    let session = try await auth.session(provider: provider.id)
    let made = try await provider.client(for: session).importWallet(
      mnemonic: mnemonic, name: walletName, accounts: accounts, user: session.subject)
    try await refreshWallets()
    return made
  }

  /// Exports a wallet's mnemonic, which is encrypted to a key of this call.
  ///
  /// - Throws: the errors of `client()` and of `TurnkeyClient.exportWallet(_:)`.
  public func exportWallet(walletId: String) async throws(AuthError) -> Secret {
    try await client().exportWallet(walletId)
  }
}

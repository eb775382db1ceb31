public import AuthCore

extension TurnkeyClient {
  /// The number of accounts per request: the most that the vendor allows, so that few requests are needed. The vendor's
  /// default is ten (T15).
  private static let pageSize = 100

  /// Fetches the organisation's wallets (`list_wallets`).
  public func wallets() async throws(AuthError) -> [TurnkeyWallet] {
    let answer: JSONValue = try await query("list_wallets")
    return try answer.values("wallets")
  }

  /// Fetches the organisation's wallets and all their accounts (`list_wallets`, `list_wallet_accounts`).
  public func walletsWithAccounts() async throws(AuthError) -> [TurnkeyWallet] {
    var wallets = try await wallets()
    let accounts = Dictionary(grouping: wallets.isEmpty ? [] : try await walletAccounts(), by: \.walletID)
    for index in wallets.indices { wallets[index].accounts = accounts[wallets[index].id] ?? [] }
    return wallets
  }

  /// Fetches all pages of the accounts of a wallet, or of all wallets (`list_wallet_accounts`).
  ///
  /// - Parameter wallet: the wallet's ID; nil for all wallets.
  public func walletAccounts(of wallet: String? = nil) async throws(AuthError) -> [TurnkeyWalletAccount] {
    var accounts: [TurnkeyWalletAccount] = []
    var known: Set<String> = []
    while true {
      var page: JSONObject = ["limit": .string(String(Self.pageSize))]
      page["after"] = accounts.last.map { .string($0.id) }
      var fields: JSONObject = ["paginationOptions": .object(page)]
      fields["walletId"] = wallet.map { .string($0) }
      let answer: JSONValue = try await query("list_wallet_accounts", fields)
      let found: [TurnkeyWalletAccount] = try answer.values("accounts")
      // A page without new accounts is the last one, even if it is full: a server without paging repeats its response.
      let new = found.filter { known.insert($0.id).inserted }
      accounts += new
      if found.count < Self.pageSize || new.isEmpty { return accounts }
    }
  }

  /// Creates a wallet (`create_wallet`).
  public func createWallet(_ wallet: NewWallet) async throws(AuthError) -> CreatedWallet {
    try await submit("create_wallet", wallet.json)
  }

  /// Derives further accounts of a wallet (`create_wallet_accounts`), and returns their addresses.
  public func createWalletAccounts(
    _ accounts: [NewWalletAccount], in wallet: String
  ) async throws(AuthError) -> [String] {
    let result: JSONValue = try await submit(
      "create_wallet_accounts", ["walletId": .string(wallet), "accounts": .array(accounts.map(\.json))])
    return result.texts("addresses")
  }
}

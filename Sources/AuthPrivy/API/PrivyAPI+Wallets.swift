import AuthCore

/// Wallets that come with a sign-in; all else about them is another target's.
extension PrivyAPI {
  /// Has the vendor make a wallet for the user of `bearer` (Privy protocol notes §3).
  func createWallet(of chain: String, bearer: Secret) async throws(AuthError) {
    _ = try await post("wallets", ["chain_type": .string(chain)], in: .session, bearer: bearer)
  }
}

import AuthCore
import AuthCrypto

/// Wallets that are created at sign-in. All other wallet calls are in the target `AuthPrivyWallets`.
extension PrivyAPI {
  /// Creates a wallet for a user who signs in (P13).
  ///
  /// DESIGN P44: the idempotency key is formed as in the vendor's own clients. Two devices that sign in at the same
  /// time therefore create only one wallet.
  func createWallet(of chain: String, for user: String, bearer: Secret) async throws(AuthError) {
    let text = user + "-auto-" + (chain == "ethereum" ? "eth" : "sol")
    let key = Hex.encode(SHA256.hash(data: Array(text.utf8)))
    _ = try await post(
      "wallets", ["chain_type": .string(chain)], in: .session, bearer: bearer,
      headers: ["privy-idempotency-key": key])
  }
}

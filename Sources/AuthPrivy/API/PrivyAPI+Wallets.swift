import AuthCore
import AuthCrypto

/// Wallets that come with a sign-in; all else about them is another target's.
extension PrivyAPI {
  /// Has the vendor make a wallet for a user who signs in (P13).
  ///
  /// DESIGN P44: with the key that the vendor's own clients send, so that two devices which sign in at the same time
  /// make one wallet.
  func createWallet(of chain: String, for user: String, bearer: Secret) async throws(AuthError) {
    let text = user + "-auto-" + (chain == "ethereum" ? "eth" : "sol")
    let key = Hex.encode(SHA256.hash(data: Array(text.utf8)))
    _ = try await post(
      "wallets", ["chain_type": .string(chain)], in: .session, bearer: bearer,
      headers: ["privy-idempotency-key": key])
  }
}

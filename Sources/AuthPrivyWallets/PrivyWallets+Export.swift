public import AuthCore
import AuthCrypto
import AuthPrivy

#if canImport(CryptoKit)
  import CryptoKit
#endif

extension PrivyWallets {
  /// Exports the private key of a wallet. With this key, anyone can use the wallet, also without the vendor.
  ///
  /// The vendor has to enable this call for the app (P97). The key is encrypted to a new key of this device (HPKE), so
  /// that only this call can read it.
  ///
  /// - Returns: the key: for Ethereum-style wallets 64 hexadecimal digits without `0x`, for Solana-style wallets
  ///   base58.
  /// - Throws: `mfa_required` if a second factor is required and its proof is missing or has expired; `forbidden` if
  ///   the vendor does not allow the export; `malformed_response` if the key cannot be decrypted; and the errors of a
  ///   request with the session.
  public func exportPrivateKey(of wallet: PrivyWallet) async throws(AuthError) -> Secret {
    try await provider.checkWallets()
    let recipient = P256.KeyAgreement.PrivateKey()
    let body: JSONValue = [
      "encryption_type": "HPKE",
      "recipient_public_key": .string(Base64.encode(recipient.publicKey.derRepresentation)),
    ]
    let answer = try await sendAuthorized(request("POST", "wallets/\(wallet.id)/export", body))
    return try SealedValue(answer).open(with: recipient)
  }
}

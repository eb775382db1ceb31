public import AuthCore
import AuthTurnkey

/// Exports secrets from the vendor, encrypted to a key that is used for one call.
extension TurnkeyClient {
  /// Exports a wallet's mnemonic (`export_wallet`).
  ///
  /// - Throws: `signature_invalid` for a bundle that the pinned signer did not sign, or that cannot be opened,
  ///   `invalid_token` for a bundle of another organisation.
  public func exportWallet(_ wallet: String) async throws(AuthError) -> Secret {
    let key = ExportKey()
    let result: JSONValue = try await submit(
      "export_wallet", ["walletId": .string(wallet), "targetPublicKey": .string(key.publicKeyHex)])
    return try open(result, key)
  }

  /// Exports the private key of a wallet's account (`export_wallet_account`).
  ///
  /// - Throws: the errors of `exportWallet(_:)`, and `malformed_response` unless the exported key has 32 bytes.
  public func exportWalletAccount(
    address: String, as format: PrivateKeyFormat = .hexadecimal
  ) async throws(AuthError) -> Secret {
    let key = ExportKey()
    let result: JSONValue = try await submit(
      "export_wallet_account", ["address": .string(address), "targetPublicKey": .string(key.publicKeyHex)])
    return try format.text(of: try open(result, key))
  }

  /// Exports a private key (`export_private_key`).
  ///
  /// - Throws: the errors of `exportWallet(_:)`, and `malformed_response` unless the exported key has 32 bytes.
  public func exportPrivateKey(
    _ id: String, as format: PrivateKeyFormat = .hexadecimal
  ) async throws(AuthError) -> Secret {
    let key = ExportKey()
    let result: JSONValue = try await submit(
      "export_private_key", ["privateKeyId": .string(id), "targetPublicKey": .string(key.publicKeyHex)])
    return try format.text(of: try open(result, key))
  }

  private func open(_ result: JSONValue, _ key: ExportKey) throws(AuthError) -> Secret {
    try key.open(
      try result.requiredString("exportBundle"), organizationID: organizationID, signer: keys.signer)
  }
}

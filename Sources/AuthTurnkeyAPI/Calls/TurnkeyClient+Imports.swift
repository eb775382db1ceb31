public import AuthCore
import AuthTurnkey

/// Imports secrets into the vendor, encrypted to a key that the vendor's enclave makes for one import.
extension TurnkeyClient {
  /// Imports a wallet by its mnemonic (`init_import_wallet`, `import_wallet`).
  ///
  /// - Parameters:
  ///   - mnemonic: the words of the mnemonic, separated by spaces.
  ///   - name: the wallet's name.
  ///   - accounts: the accounts to create.
  ///   - user: the ID of the importing user. The enclave's key is bound to this user.
  /// - Throws: `signature_invalid` for a bundle that the pinned signer did not sign, `invalid_token` for a bundle of
  ///   another organisation or user.
  public func importWallet(
    mnemonic: Secret, name: String, accounts: [NewWalletAccount], user: String
  ) async throws(AuthError) -> CreatedWallet {
    let bundle = try await seal(mnemonic, for: user, by: "init_import_wallet")
    return try await submit(
      "import_wallet",
      [
        "userId": .string(user), "walletName": .string(name), "encryptedBundle": .string(bundle),
        "accounts": .array(accounts.map(\.json)),
      ])
  }

  /// Imports a private key (`init_import_private_key`, `import_private_key`), and returns its ID.
  ///
  /// - Parameters:
  ///   - key: the 32 bytes of the key; for an Ed25519 key, the seed.
  ///   - name: the key's name.
  ///   - curve: the key's curve.
  ///   - addressFormats: the formats of the addresses to create.
  ///   - user: the ID of the importing user. The enclave's key is bound to this user.
  /// - Throws: `invalid_request` unless the key has 32 bytes, and the errors of `importWallet`.
  public func importPrivateKey(
    _ key: Secret, name: String, curve: WalletCurve, addressFormats: [AddressFormat], user: String
  ) async throws(AuthError) -> String {
    guard key.count == 32 else {
      throw AuthError(
        .invalidRequest,
        "A private key of \(curve.rawValue) has 32 bytes, not \(key.count). Pass the raw bytes, not an encoding.")
    }
    let bundle = try await seal(key, for: user, by: "init_import_private_key")
    let result: JSONValue = try await submit(
      "import_private_key",
      [
        "userId": .string(user), "privateKeyName": .string(name), "encryptedBundle": .string(bundle),
        "curve": .string(curve.rawValue), "addressFormats": .array(addressFormats.map { .string($0.rawValue) }),
      ])
    return try result.requiredString("privateKeyId")
  }

  private func seal(_ secret: Secret, for user: String, by name: String) async throws(AuthError) -> String {
    let result: JSONValue = try await submit(name, ["userId": .string(user)])
    let bundle = try ImportBundle(
      try result.requiredString("importBundle"), organizationID: organizationID, userID: user, signer: keys.signer)
    return try bundle.seal(secret)
  }
}

public import AuthCore
import AuthTurnkey

/// Signing with the user's wallets. Each call uses the selected session, and renews it first if a renewal is due.
extension TurnkeyContext {
  /// Signs a payload with the key of a wallet's account, or with a private key.
  ///
  /// - Throws: the errors of `client()` and of `TurnkeyClient.signRawPayload(_:with:encoding:hash:)`.
  public func signRawPayload(
    signWith key: String, payload: String, encoding: PayloadEncoding, hashFunction: PayloadHash
  ) async throws(AuthError) -> RawSignature {
    try await client().signRawPayload(payload, with: key, encoding: encoding, hash: hashFunction)
  }

  /// Signs a string with a wallet's account, in the format that wallets with addresses of the account's format use.
  ///
  /// - Throws: the errors of `client()` and of `TurnkeyClient.signMessage(_:with:addressFormat:)`.
  public func signMessage(
    signWith account: TurnkeyWalletAccount, message: String
  ) async throws(AuthError) -> RawSignature {
    try await client().signMessage(
      Array(message.utf8), with: account.address, addressFormat: account.addressFormat)
  }

  /// Signs a transaction with a wallet's account, and returns the signed transaction.
  ///
  /// - Throws: the errors of `client()` and of `TurnkeyClient.signTransaction(_:with:type:)`.
  public func signTransaction(
    signWith account: TurnkeyWalletAccount, unsignedTransaction: [UInt8], type: TransactionType
  ) async throws(AuthError) -> [UInt8] {
    try await client().signTransaction(unsignedTransaction, with: account.address, type: type)
  }

  /// Lets the vendor complete, sign and send an Ethereum transaction, and waits until it is in a block.
  ///
  /// - Throws: the errors of `client()`, of `TurnkeyClient.sendTransaction(_:)` and of
  ///   `TurnkeyClient.includedTransaction(_:within:)`.
  public func sendTransaction(_ transaction: NewEthereumTransaction) async throws(AuthError) -> TransactionStatus {
    let client = try await client()
    return try await client.includedTransaction(try await client.sendTransaction(transaction))
  }

  /// Lets the vendor sign and send a Solana transaction, and waits until it is confirmed.
  ///
  /// - Throws: the errors of `client()`, of `TurnkeyClient.sendTransaction(_:)` and of
  ///   `TurnkeyClient.includedTransaction(_:within:)`.
  public func sendTransaction(_ transaction: NewSolanaTransaction) async throws(AuthError) -> TransactionStatus {
    let client = try await client()
    return try await client.includedTransaction(try await client.sendTransaction(transaction))
  }
}

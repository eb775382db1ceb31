import AuthCore

extension PrivyWalletRPC where Answer == [UInt8] {
  /// Signs bytes. The answer is the 64 bytes of an Ed25519 signature.
  public static func signMessage(_ message: [UInt8]) -> Self {
    PrivyWalletRPC("signMessage", on: .solana, ["message": .string(Base64.encode(message)), "encoding": "base64"]) {
      (data) throws(AuthError) in
      guard let signature = Base64.decode(try data.requiredData("signature")), signature.count == 64 else {
        throw .malformedData("signature")
      }
      return signature
    }
  }

  /// Adds the wallet's signature to a serialised transaction (`signTransaction`). The answer is the transaction.
  ///
  /// - Parameter transaction: the serialised transaction, with 64 zeros for each signature that is missing.
  public static func signTransaction(_ transaction: [UInt8]) -> Self {
    PrivyWalletRPC(
      "signTransaction", on: .solana, ["transaction": .string(Base64.encode(transaction)), "encoding": "base64"]
    ) { (data) throws(AuthError) in
      guard let signed = Base64.decode(try data.requiredData("signed_transaction")) else {
        throw .malformedData("signed_transaction")
      }
      return signed
    }
  }
}

extension PrivyWalletRPC where Answer == PrivySentTransaction {
  /// Adds the wallet's signature to a serialised transaction, and has the vendor send it (`signAndSendTransaction`).
  /// The answer's hash is the transaction's first signature, in base58.
  ///
  /// - Parameters:
  ///   - transaction: the serialised transaction, with 64 zeros for the wallet's signature.
  ///   - cluster: the cluster (CAIP-2): `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp` is the main one.
  ///   - isSponsored: whether the app pays the fees, if the vendor's dashboard allows it; nil to send no value.
  public static func signAndSendTransaction(
    _ transaction: [UInt8], on cluster: String, isSponsored: Bool? = nil
  ) -> Self {
    sending(
      "signAndSendTransaction", on: .solana, .string(Base64.encode(transaction)), ["encoding": "base64"], cluster,
      isSponsored)
  }
}

public import AuthCore

extension PrivyWalletRPC where Answer == String {
  /// Signs a text message (EIP-191). The answer is r, s and v, in hexadecimal after `0x`.
  public static func personalSign(_ message: String) -> Self {
    signature("personal_sign", ["message": .string(message), "encoding": "utf-8"])
  }

  /// Signs the bytes of a message (EIP-191). The answer is r, s and v, in hexadecimal after `0x`. The request contains
  /// the message in hexadecimal without `0x` (P16).
  public static func personalSign(_ message: [UInt8]) -> Self {
    signature("personal_sign", ["message": .string(Hex.encode(message)), "encoding": "hex"])
  }

  /// Signs a hash of 32 bytes without hashing it again. The answer is the signature as it is in the response.
  ///
  /// - Throws: `invalid_request` for a hash of another length.
  public static func secp256k1Sign(hash: [UInt8]) throws(AuthError) -> Self {
    guard hash.count == 32 else {
      throw AuthError(.invalidRequest, "The hash to sign must have 32 bytes, not \(hash.count).")
    }
    return signature("secp256k1_sign", ["hash": .string("0x" + Hex.encode(hash))])
  }

  /// Signs typed data (EIP-712, `eth_signTypedData_v4`). The answer is r, s and v, in hexadecimal after `0x`.
  public static func signTypedData(_ data: EthereumTypedData) -> Self {
    signature("eth_signTypedData_v4", ["typed_data": data.wireValue])
  }

  /// Signs a transaction without sending it (`eth_signTransaction`). The answer is the serialised transaction, in
  /// hexadecimal after `0x`, for a node's `eth_sendRawTransaction`.
  ///
  /// - Parameter transaction: the transaction. The vendor does not look up what it leaves out (P94): give the nonce,
  ///   the gas limit, the fees and the chain.
  public static func signTransaction(_ transaction: EthereumTransaction) -> Self {
    PrivyWalletRPC("eth_signTransaction", on: .ethereum, ["transaction": transaction.wireValue]) {
      (data) throws(AuthError) in try data.requiredData("signed_transaction")
    }
  }

  private static func signature(_ method: String, _ parameters: JSONObject) -> Self {
    PrivyWalletRPC(method, on: .ethereum, parameters) { (data) throws(AuthError) in
      try data.requiredData("signature")
    }
  }
}

extension PrivyWalletRPC where Answer == PrivySentTransaction {
  /// Signs a transaction and has the vendor send it (`eth_sendTransaction`). The vendor looks up the nonce, the gas
  /// limit and the fees if the transaction leaves them out.
  ///
  /// - Parameters:
  ///   - transaction: the transaction.
  ///   - chain: the chain (CAIP-2), such as `eip155:8453`.
  ///   - isSponsored: whether the app pays the fees, if the vendor's dashboard allows it; nil to send no value.
  public static func sendTransaction(
    _ transaction: EthereumTransaction, on chain: String, isSponsored: Bool? = nil
  ) -> Self {
    sending("eth_sendTransaction", on: .ethereum, transaction.wireValue, [:], chain, isSponsored)
  }

  static func sending(
    _ method: String, on chain: PrivyWallet.Chain, _ transaction: JSONValue, _ parameters: JSONObject,
    _ caip2: String, _ isSponsored: Bool?
  ) -> Self {
    var parameters = parameters
    parameters["transaction"] = transaction
    var members: JSONObject = ["caip2": .string(caip2)]
    members["sponsor"] = isSponsored.map { .bool($0) }
    return PrivyWalletRPC(method, on: chain, parameters, members, isSending: true) { (data) throws(AuthError) in
      try PrivySentTransaction(data)
    }
  }
}

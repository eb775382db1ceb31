import AuthCore
import AuthCrypto
import AuthSandboxChains

/// Typed data and transactions (P92, P94 to P96).
extension PrivyWallets.Wallet {
  /// `eth_signTypedData_v4`: r, s and v over the digest of EIP-712.
  func signTypedData(_ parameters: JSONObject) throws(PrivyFailure) -> JSONValue {
    let content = try parameters.privyObject("typed_data", in: "params")
    let path = "params.typed_data"
    let data = TypedData(
      types: try content.privyObject("types", in: path), primaryType: try content.privyText("primary_type"),
      domain: try content.privyObject("domain", in: path), message: try content.privyObject("message", in: path))
    guard let digest = data?.digest else {
      throw .invalidData("\(path) must be typed data as in EIP-712, with a value for each field of its types.")
    }
    return try signed("eth_signTypedData_v4", digest)
  }

  /// `eth_signTransaction`: the serialised transaction, in hexadecimal.
  func signTransaction(_ parameters: JSONObject) throws(PrivyFailure) -> JSONValue {
    let fields = try parameters.privyObject("transaction", in: "params")
    guard let signed = try transaction(fields).signed(by: key) else { throw Self.failed }
    return [
      "method": "eth_signTransaction",
      "data": ["signed_transaction": .string("0x" + Hex.encode(signed.bytes)), "encoding": "rlp"],
    ]
  }

  /// `eth_sendTransaction`: signs the transaction and returns its hash. The sandbox supplies the nonce, the limit and
  /// the fees that the request leaves out, and sends nothing to a chain.
  ///
  /// - Parameters:
  ///   - body: the body of the request.
  ///   - nonce: how many transactions the wallet has sent on the chain.
  func sendTransaction(_ body: JSONObject, nonce: UInt64) throws(PrivyFailure) -> JSONObject {
    let chain = try body.privyText("caip2")
    guard chain.hasPrefix("eip155:"), let id = UInt64(chain.dropFirst("eip155:".count)) else {
      throw .invalidData("caip2 must be eip155: followed by the chain's number.")
    }
    var fields = try (body["params"]?.objectValue ?? [:]).privyObject("transaction", in: "params")
    let defaults: JSONObject = [
      "chain_id": .integer(Int64(clamping: id)), "nonce": .integer(Int64(clamping: nonce)), "gas_limit": 100_000,
    ]
    for field in defaults.members where fields[field.name] == nil { fields[field.name] = field.value }
    if fields["gas_price"] == nil, fields["max_fee_per_gas"] == nil {
      fields["max_fee_per_gas"] = "0x77359400"
      fields["max_priority_fee_per_gas"] = "0x3b9aca00"
    }
    let transaction = try transaction(fields)
    guard transaction.chainID == id else { throw .invalidData("transaction.chain_id must be the chain of caip2.") }
    guard let signed = transaction.signed(by: key) else { throw Self.failed }
    return [
      "hash": .string("0x" + Hex.encode(signed.hash)), "caip2": .string(chain), "transaction_request": .object(fields),
    ]
  }

  /// `signTransaction` of Solana: the transaction with the wallet's signature, in base64.
  func signSolanaTransaction(_ parameters: JSONObject) throws(PrivyFailure) -> JSONValue {
    let signed = try signedSolanaTransaction(parameters)
    return [
      "method": "signTransaction",
      "data": ["signed_transaction": .string(Base64.encode(signed.bytes)), "encoding": "base64"],
    ]
  }

  /// `signAndSendTransaction`: signs the transaction and returns its first signature, which identifies it.
  func sendSolanaTransaction(_ body: JSONObject) throws(PrivyFailure) -> JSONObject {
    let chain = try body.privyText("caip2")
    guard chain.hasPrefix("solana:") else { throw .invalidData("caip2 must be solana: followed by the cluster.") }
    let signed = try signedSolanaTransaction(body["params"]?.objectValue ?? [:])
    guard SolanaTransaction.isComplete(signed.bytes) else {
      throw PrivyFailure(
        400, "transaction_broadcast_failure", "The transaction lacks signatures of other accounts. Add them first.")
    }
    return [
      "hash": .string(Base58.encode(signed.id)), "caip2": .string(chain),
      "signed_transaction": .string(Base64.encode(signed.bytes)),
    ]
  }

  private func signedSolanaTransaction(
    _ parameters: JSONObject
  ) throws(PrivyFailure) -> (bytes: [UInt8], id: [UInt8]) {
    guard parameters["encoding"] == "base64", let bytes = Base64.decode(try parameters.privyText("transaction")),
      let transaction = SolanaTransaction(bytes)
    else { throw .invalidData("params.transaction must be a serialised transaction in base64, and encoding base64.") }
    guard let signed = transaction.signed(by: key) else {
      throw .invalidData("params.transaction does not need a signature of this wallet's address.")
    }
    return signed
  }

  /// Reads a transaction of Ethereum. DESIGN P94: a request to sign names the chain, the nonce, the limit and the fees.
  private func transaction(_ fields: JSONObject) throws(PrivyFailure) -> UnsignedTransaction {
    if let from = fields["from"]?.stringValue, from.lowercased() != address.lowercased() {
      throw .invalidData("transaction.from must be the wallet's address.")
    }
    var to: [UInt8]?
    if let text = fields["to"]?.stringValue {
      guard text.hasPrefix("0x"), let bytes = Hex.decode(String(text.dropFirst(2))), bytes.count == 20 else {
        throw .invalidData("transaction.to must be 0x and 40 hexadecimal digits.")
      }
      to = bytes
    }
    let text = fields["data"]?.stringValue ?? "0x"
    guard text.hasPrefix("0x"), let data = Hex.decode(String(text.dropFirst(2))) else {
      throw .invalidData("transaction.data must be hexadecimal after 0x.")
    }
    let fees: UnsignedTransaction.Fees
    switch fields["type"] ?? (fields["gas_price"] == nil ? 2 : 0) {
    case 0: fees = .legacy(price: try Self.quantity("gas_price", fields))
    case 1: fees = .withAccessList(price: try Self.quantity("gas_price", fields))
    case 2:
      fees = .dynamic(
        maximum: try Self.quantity("max_fee_per_gas", fields),
        priority: try Self.quantity("max_priority_fee_per_gas", fields))
    default: throw PrivyFailure(400, "not_supported", "The sandbox signs transactions of the types 0, 1 and 2.")
    }
    return UnsignedTransaction(
      chainID: try Self.word("chain_id", fields), nonce: try Self.word("nonce", fields),
      gasLimit: try Self.word("gas_limit", fields), fees: fees, to: to,
      value: fields["value"] == nil ? try Self.quantity("value", ["value": 0]) : try Self.quantity("value", fields),
      data: data)
  }

  /// A quantity: a number that is not negative, or its hexadecimal digits after `0x`.
  private static func quantity(_ name: String, _ fields: JSONObject) throws(PrivyFailure) -> UInt256 {
    guard let value = fields[name], value.stringValue?.hasPrefix("0x") ?? true, let number = UInt256(value) else {
      throw .invalidData("transaction.\(name) must be a number that is not negative, or hexadecimal after 0x.")
    }
    return number
  }

  private static func word(_ name: String, _ fields: JSONObject) throws(PrivyFailure) -> UInt64 {
    guard let word = try quantity(name, fields).word, word <= UInt64(Int64.max) else {
      throw .invalidData("transaction.\(name) is too large.")
    }
    return word
  }
}

extension JSONObject {
  /// The object of a required member.
  ///
  /// - Throws: `invalid_data` if the member is missing or not an object.
  fileprivate func privyObject(_ name: String, in path: String) throws(PrivyFailure) -> JSONObject {
    guard let object = self[name]?.objectValue else { throw .invalidData("\(path).\(name) must be an object.") }
    return object
  }
}

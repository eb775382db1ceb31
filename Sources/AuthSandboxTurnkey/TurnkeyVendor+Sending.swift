import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthSandboxKit

/// Transactions that the vendor completes, signs and sends (T87).
extension TurnkeyVendor {
  /// eth_send_transaction: version 1 has one call among its members, version 2 has a list of calls.
  mutating func sendEthereumTransaction(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let from = try fields.string("from")
    let key = try signer(from, in: activity.organization)
    let chain = try fields.string("caip2")
    guard chain.hasPrefix("eip155:"), let number = UInt64(chain.dropFirst(7)) else {
      throw .invalid("caip2 must be an eip155 chain")
    }
    let calls = activity.kind.version > 1 ? try fields.objects("calls") : [fields]
    guard (1...50).contains(calls.count) else { throw .invalid("calls must have between 1 and 50 entries") }
    var parts: [TurnkeyEthereumTransaction.Call] = []
    for call in calls { parts.append(try self.call(call)) }
    // The gas station signs sponsored transactions and several calls with its own key.
    guard try !fields.bool("sponsor"), parts.count == 1 else {
      return send(hash: "0x" + Hex.encode(world.random.bytes(32)), from: from, on: chain, activity, world)
    }
    let next = UInt64(sentTransactions.values.count { $0.sender == from.lowercased() && $0.chain == chain })
    let transaction = TurnkeyEthereumTransaction(
      chain: number, nonce: try amount(fields, "nonce") ?? Self.bigEndian(next),
      tip: try amount(fields, "maxPriorityFeePerGas") ?? Self.bigEndian(1_000_000_000),
      fee: try amount(fields, "maxFeePerGas") ?? Self.bigEndian(20_000_000_000),
      gasLimit: try amount(fields, "gasLimit") ?? Self.bigEndian(21_000), call: parts[0])
    guard let signed = transaction?.signed(by: key), let bytes = Hex.decode(signed) else { throw .failed }
    return send(hash: "0x" + Hex.encode(Keccak.hash256(bytes)), from: from, on: chain, activity, world)
  }

  /// sol_send_transaction: version 1 has one signer and base64, version 2 a list of signers and hexadecimal.
  mutating func sendSolanaTransaction(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let text = try fields.string("unsignedTransaction")
    let names = activity.kind.version > 1 ? try fields.strings("signWiths") : [try fields.string("signWith")]
    let chain = try fields.string("caip2")
    guard chain.hasPrefix("solana:") else { throw .invalid("caip2 must be a solana chain") }
    guard let bytes = activity.kind.version > 1 ? Hex.decode(text) : Base64.decode(text),
      SolanaTransaction(bytes) != nil
    else { throw .invalid("could not parse the unsigned transaction", "INVALID_TRANSACTION") }
    var signed = (bytes: bytes, id: [UInt8]())
    for name in names {
      let key = try signer(name, in: activity.organization)
      guard let next = SolanaTransaction(signed.bytes)?.signed(by: key) else {
        throw .invalid("\(name.prefix(44)) is not a signer of the transaction")
      }
      signed = next
    }
    guard SolanaTransaction.isComplete(signed.bytes) else { throw .invalid("a signer of the transaction is missing") }
    return send(hash: Base58.encode(signed.id), from: names[0], on: chain, activity, world)
  }

  /// get_send_transaction_status. The policy `transactions` with the value `failed` lets every transaction fail.
  mutating func sendStatus(
    _ fields: TurnkeyFields, in organization: String, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONValue {
    let id = try fields.string("sendTransactionStatusId")
    guard let sent = sentTransactions[id], sent.organization == organization else {
      throw .notFound("no send transaction status found with the given ID")
    }
    sentTransactions[id]?.queries += 1
    return sent.json(isRefused: world.policy(name)["transactions"]?.stringValue == "failed")
  }

  /// get_nonces: how many transactions the address has sent on the chain.
  func nonces(_ fields: TurnkeyFields) throws(TurnkeyFailure) -> JSONValue {
    let (sender, chain) = (try fields.string("address").lowercased(), try fields.string("caip2"))
    let count = sentTransactions.values.count { $0.sender == sender && $0.chain == chain }
    var answer: JSONObject = [:]
    if try fields.bool("nonce") { answer["nonce"] = .string(String(count)) }
    if try fields.bool("gasStationNonce") { answer["gasStationNonce"] = "0" }
    return .object(answer)
  }

  private mutating func send(
    hash: String, from sender: String, on chain: String, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) -> JSONObject {
    let id = world.random.uuid()
    // Ethereum addresses are compared without regard to case. No two Solana addresses of a test differ only in case.
    sentTransactions[id] = TurnkeySentTransaction(
      organization: activity.organization, sender: sender.lowercased(), chain: chain, hash: hash)
    return ["sendTransactionStatusId": .string(id)]
  }

  private func call(_ fields: TurnkeyFields) throws(TurnkeyFailure) -> TurnkeyEthereumTransaction.Call {
    let to = try fields.string("to")
    let data = try fields.optionalString("data") ?? "0x"
    guard to.hasPrefix("0x"), let address = Hex.decode(to.dropFirst(2)), address.count == 20 else {
      throw .invalid("to must be an address")
    }
    guard let input = Hex.decode(data.hasPrefix("0x") ? data.dropFirst(2) : data[...]) else {
      throw .invalid("data must be hexadecimal")
    }
    return TurnkeyEthereumTransaction.Call(to: address, value: try amount(fields, "value") ?? [], data: input)
  }

  /// A decimal number of at most 256 bits, as big-endian bytes without leading zeros; nil if the member is missing.
  private func amount(_ fields: TurnkeyFields, _ name: String) throws(TurnkeyFailure) -> [UInt8]? {
    guard let text = try fields.optionalString(name), !text.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for digit in text.utf8 {
      guard (0x30...0x39).contains(digit) else { throw .invalid("\(name) must be a decimal number") }
      var carry = Int(digit - 0x30)
      for index in bytes.indices.reversed() {
        carry += Int(bytes[index]) * 10
        bytes[index] = UInt8(carry & 0xFF)
        carry >>= 8
      }
      if carry > 0 { bytes.insert(UInt8(carry), at: 0) }
      guard bytes.count <= 32 else { throw .invalid("\(name) must have at most 256 bits") }
    }
    return bytes
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] { TurnkeyEthereumTransaction.bigEndian(number) }
}

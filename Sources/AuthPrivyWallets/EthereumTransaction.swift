public import AuthCore

/// An Ethereum transaction that is not signed. Values that are nil are left out of the request (P94).
public struct EthereumTransaction: Sendable, Hashable {
  /// The address that the transaction is for; nil for a transaction that creates a contract.
  public var to: String?
  /// The amount in wei.
  public var value: EthereumQuantity?
  /// The data: a contract's call or code.
  public var data: [UInt8]
  /// The chain's number (EIP-155).
  public var chainID: EthereumQuantity?
  /// How many transactions the wallet has sent before.
  public var nonce: EthereumQuantity?
  /// The highest amount of gas.
  public var gasLimit: EthereumQuantity?
  /// The price of gas in wei, for transactions of the types 0 and 1.
  public var gasPrice: EthereumQuantity?
  /// The highest price of gas in wei, for transactions of the type 2 (EIP-1559).
  public var maxFeePerGas: EthereumQuantity?
  /// The highest part of the price, in wei, for the block's producer, for transactions of the type 2 (EIP-1559).
  public var maxPriorityFeePerGas: EthereumQuantity?
  /// The type (EIP-2718): 0, 1 or 2; nil leaves the choice to the vendor.
  public var type: Int?

  /// Creates a transaction.
  public init(
    to: String?, value: EthereumQuantity? = nil, data: [UInt8] = [], chainID: EthereumQuantity? = nil,
    nonce: EthereumQuantity? = nil, gasLimit: EthereumQuantity? = nil, gasPrice: EthereumQuantity? = nil,
    maxFeePerGas: EthereumQuantity? = nil, maxPriorityFeePerGas: EthereumQuantity? = nil, type: Int? = nil
  ) {
    self.to = to
    self.value = value
    self.data = data
    self.chainID = chainID
    self.nonce = nonce
    self.gasLimit = gasLimit
    self.gasPrice = gasPrice
    self.maxFeePerGas = maxFeePerGas
    self.maxPriorityFeePerGas = maxPriorityFeePerGas
    self.type = type
  }

  /// The transaction in the vendor's form (P94).
  var wireValue: JSONValue {
    var object = JSONObject()
    object["to"] = to.map { .string($0) }
    object["data"] = data.isEmpty ? nil : .string("0x" + Hex.encode(data))
    object["type"] = type.map { .integer(Int64($0)) }
    let quantities = [
      ("value", value), ("chain_id", chainID), ("nonce", nonce), ("gas_limit", gasLimit), ("gas_price", gasPrice),
      ("max_fee_per_gas", maxFeePerGas), ("max_priority_fee_per_gas", maxPriorityFeePerGas),
    ]
    for (name, quantity) in quantities { object[name] = quantity.map { .string($0.text) } }
    return .object(object)
  }
}

extension EthereumTransaction: Redacting {
  /// The receiver, the chain, the amount and the size of the data.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "to": to ?? "nil", "chainID": chainID?.text ?? "nil", "value": value?.text ?? "nil",
      "data": "\(data.count) bytes",
    ]
  }
}

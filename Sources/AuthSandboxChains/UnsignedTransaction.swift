/// An Ethereum transaction that is not signed: of type 0 (EIP-155), 1 (EIP-2930, without an access list) or 2
/// (EIP-1559, without an access list).
package struct UnsignedTransaction: Sendable {
  package enum Fees: Sendable, Hashable {
    /// The type 0: the price of a unit of gas.
    case legacy(price: UInt256)
    /// The type 1: the price of a unit of gas.
    case withAccessList(price: UInt256)
    /// The type 2: the highest price, and the highest part of it for the block's producer.
    case dynamic(maximum: UInt256, priority: UInt256)
  }

  package var chainID: UInt64
  package var nonce: UInt64
  package var gasLimit: UInt64
  package var fees: Fees
  /// The account in 20 bytes; nil for a transaction that creates a contract.
  package var to: [UInt8]?
  package var value: UInt256
  package var data: [UInt8]

  package init(
    chainID: UInt64, nonce: UInt64, gasLimit: UInt64, fees: Fees, to: [UInt8]?, value: UInt256, data: [UInt8]
  ) {
    self.chainID = chainID
    self.nonce = nonce
    self.gasLimit = gasLimit
    self.fees = fees
    self.to = to
    self.value = value
    self.data = data
  }

  /// The signed transaction and its hash; nil if the key cannot sign it.
  package func signed(by key: ChainKey) -> (bytes: [UInt8], hash: [UInt8])? {
    guard let signature = key.sign(Keccak.hash256(encoded(unsignedEnd))) else { return nil }
    let parity = UInt64(signature.recovery)
    let v = if case .legacy = fees { chainID * 2 + 35 + parity } else { parity }
    let numbers = [signature.r, signature.s].map { RecursiveLengthPrefix.Item.bytes(Array($0.drop { $0 == 0 })) }
    let bytes = encoded([.bytes(v.shortest)] + numbers)
    return (bytes, Keccak.hash256(bytes))
  }

  /// What follows the fields in the bytes that are signed (EIP-155 §Specification); nothing in a typed transaction.
  private var unsignedEnd: [RecursiveLengthPrefix.Item] {
    if case .legacy = fees { [.bytes(chainID.shortest), .bytes([]), .bytes([])] } else { [] }
  }

  private func encoded(_ end: [RecursiveLengthPrefix.Item]) -> [UInt8] {
    let common: [RecursiveLengthPrefix.Item] = [
      .bytes(gasLimit.shortest), .bytes(to ?? []), .bytes(value.shortest), .bytes(data),
    ]
    switch fees {
    case .legacy(let price):
      return RecursiveLengthPrefix.encode(.list([.bytes(nonce.shortest), .bytes(price.shortest)] + common + end))
    case .withAccessList(let price):
      let start = [chainID.shortest, nonce.shortest, price.shortest].map { RecursiveLengthPrefix.Item.bytes($0) }
      return [1] + RecursiveLengthPrefix.encode(.list(start + common + [.list([])] + end))
    case .dynamic(let maximum, let priority):
      let start = [chainID.shortest, nonce.shortest, priority.shortest, maximum.shortest]
        .map { RecursiveLengthPrefix.Item.bytes($0) }
      return [2] + RecursiveLengthPrefix.encode(.list(start + common + [.list([])] + end))
    }
  }
}

extension UInt256 {
  /// The big-endian bytes without leading zeros; none for zero.
  var shortest: [UInt8] { Array(bytes.drop { $0 == 0 }) }
}

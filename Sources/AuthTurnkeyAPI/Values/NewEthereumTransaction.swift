import AuthCore

/// An Ethereum transaction that the vendor completes, signs and sends (v1EthSendTransactionIntentV2, T87).
public struct NewEthereumTransaction: Sendable, Hashable {
  /// A call in the transaction (v1EthCallParams).
  public struct Call: Sendable, Hashable {
    /// The recipient's address, in hex with `0x`.
    public var to: String
    /// The amount to transfer, in wei: a decimal number.
    public var value: String
    /// The input of a contract; empty for a plain transfer.
    public var data: [UInt8]

    /// Creates a call, by default one that transfers nothing and has no input.
    public init(to: String, value: String = "0", data: [UInt8] = []) {
      self.to = to
      self.value = value
      self.data = data
    }

    fileprivate func json() throws(AuthError) -> JSONValue {
      guard Self.isAddress(to) else {
        throw AuthError(.invalidRequest, "A call's 'to' must be an address: 0x and 40 hexadecimal digits.")
      }
      guard NewEthereumTransaction.isAmount(value) else {
        throw AuthError(.invalidRequest, "A call's 'value' must be a decimal number of wei, of at most 78 digits.")
      }
      var object: JSONObject = ["to": .string(to), "value": .string(value)]
      if !data.isEmpty { object["data"] = .string("0x" + Hex.encode(data)) }
      return .object(object)
    }

    private static func isAddress(_ text: String) -> Bool {
      text.hasPrefix("0x") && Hex.decode(text.dropFirst(2))?.count == 20
    }
  }

  /// The address of the wallet account or private key that pays and signs.
  public var from: String
  /// The chain.
  public var chain: ChainID
  /// The calls, 1 to 50. More than one call needs the vendor's gas station.
  public var calls: [Call]
  /// Whether the vendor's gas station pays the fees.
  public var isSponsored: Bool
  /// The number of the sender's transaction; nil lets the vendor fetch it.
  public var nonce: UInt64?
  /// The maximum amount of gas; nil if the vendor is to estimate it.
  public var gasLimit: UInt64?
  /// The largest fee for a unit of gas, in wei; nil lets the vendor estimate it.
  public var maxFeePerGas: UInt64?
  /// The largest tip for a unit of gas, in wei; nil lets the vendor estimate it.
  public var maxPriorityFeePerGas: UInt64?

  /// A transaction whose number and fees the vendor determines; by default the sender pays the fees.
  public init(from: String, on chain: ChainID, calls: [Call], isSponsored: Bool = false) {
    self.from = from
    self.chain = chain
    self.calls = calls
    self.isSponsored = isSponsored
  }

  func json() throws(AuthError) -> JSONObject {
    guard (1...50).contains(calls.count) else {
      throw AuthError(.invalidRequest, "A transaction has 1 to 50 calls, not \(calls.count). Change 'calls'.")
    }
    var list: [JSONValue] = []
    for call in calls { list.append(try call.json()) }
    var object: JSONObject = ["from": .string(from), "caip2": .string(chain.rawValue), "calls": .array(list)]
    if isSponsored { object["sponsor"] = true }
    object["nonce"] = Self.text(nonce)
    object["gasLimit"] = Self.text(gasLimit)
    object["maxFeePerGas"] = Self.text(maxFeePerGas)
    object["maxPriorityFeePerGas"] = Self.text(maxPriorityFeePerGas)
    return object
  }

  private static func text(_ number: UInt64?) -> JSONValue? { number.map { .string(String($0)) } }

  /// Whether a string is a decimal number that can fit into 256 bits.
  private static func isAmount(_ text: String) -> Bool {
    (1...78).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

import AuthCore

/// A transaction that the vendor sends. The sandbox never connects to a chain: the first query finds the transaction on
/// its way, the second one in a block.
struct TurnkeySentTransaction: Sendable {
  let organization: String
  /// The sender's address in lower case, and the chain.
  let sender: String
  let chain: String
  /// The hash or signature by which the chain knows the transaction.
  let hash: String
  /// How many queries were answered.
  var queries = 0

  var isSolana: Bool { chain.hasPrefix("solana:") }

  /// v1GetSendTransactionStatusResponse (T88).
  ///
  /// - Parameter isRefused: whether the chain refuses the transaction.
  func json(isRefused: Bool) -> JSONValue {
    if queries < 1 { return ["txStatus": "INITIALIZED"] }
    if queries < 2 { return ["txStatus": "BROADCASTING"] }
    if isRefused {
      return ["txStatus": "FAILED", "txError": "insufficient funds", "error": ["message": "insufficient funds"]]
    }
    let known: JSONValue = isSolana ? ["signature": .string(hash)] : ["txHash": .string(hash)]
    return ["txStatus": "INCLUDED", isSolana ? "solana" : "eth": known]
  }
}

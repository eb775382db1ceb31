public import AuthCore

/// A transaction that the vendor has sent to a chain (P95). It may not be part of a block yet.
public struct PrivySentTransaction: Sendable, Hashable {
  /// The transaction's hash on Ethereum, or its first signature in base58 on Solana. The vendor leaves it empty while a
  /// sponsored transaction is waiting.
  public let hash: String
  /// The chain (CAIP-2).
  public let chain: String
  /// The vendor's ID of the transaction, with which the app's backend reads its state; nil if the vendor did not send
  /// it.
  public let transactionID: String?
  /// The response's member `data`, as received.
  public let json: JSONObject

  /// Reads a transaction from the response's member `data`.
  ///
  /// - Throws: `malformed_response` for a missing or invalid field. The message names the field.
  init(_ data: JSONValue) throws(AuthError) {
    guard let hash = data["hash"]?.stringValue else { throw .malformedData("hash") }
    self.hash = hash
    chain = try data.requiredData("caip2")
    transactionID = data["transaction_id"]?.stringValue
    json = data.objectValue ?? [:]
  }
}

extension PrivySentTransaction: Redacting {
  /// The hash and the chain.
  public var shownParts: KeyValuePairs<String, String> { ["hash": hash, "chain": chain] }
}

import AuthCore

/// A Solana transaction that the vendor signs and sends (v1SolSendTransactionIntentV2, T87).
public struct NewSolanaTransaction: Sendable, Hashable {
  /// The transaction in its wire format, in which every missing signature is 64 zero bytes.
  public var unsigned: [UInt8]
  /// The addresses of the wallet accounts or private keys that sign, in the order of the transaction's signers.
  public var signers: [String]
  /// The chain.
  public var chain: ChainID
  /// Whether the vendor's gas station pays the fees.
  public var isSponsored: Bool
  /// The block hash that the transaction is to have, in base58; nil leaves it to the vendor if the vendor pays the
  /// fees.
  public var recentBlockhash: String?

  /// A transaction; by default on Solana's main network, with fees that the first signer pays.
  public init(
    _ unsigned: [UInt8], signers: [String], on chain: ChainID = .solana, isSponsored: Bool = false,
    recentBlockhash: String? = nil
  ) {
    self.unsigned = unsigned
    self.signers = signers
    self.chain = chain
    self.isSponsored = isSponsored
    self.recentBlockhash = recentBlockhash
  }

  var json: JSONObject {
    var object: JSONObject = [
      "unsignedTransaction": .string(Hex.encode(unsigned)), "signWiths": .array(signers.map { .string($0) }),
      "caip2": .string(chain.rawValue),
    ]
    if isSponsored { object["sponsor"] = true }
    object["recentBlockhash"] = recentBlockhash.map { .string($0) }
    return object
  }
}

/// The kind of transaction to sign, by the vendor's name (v1TransactionType). The vendor may add kinds.
public struct TransactionType: RawRepresentable, Sendable, Hashable {
  /// The vendor's name.
  public let rawValue: String
  /// Creates a kind from the vendor's name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// An Ethereum transaction: its serialisation without a signature (EIP-155, EIP-2718).
  public static let ethereum = TransactionType(rawValue: "TRANSACTION_TYPE_ETHEREUM")
  /// A Solana transaction: its wire format, in which every missing signature is 64 zero bytes.
  public static let solana = TransactionType(rawValue: "TRANSACTION_TYPE_SOLANA")
  /// A Tron transaction.
  public static let tron = TransactionType(rawValue: "TRANSACTION_TYPE_TRON")
  /// A Bitcoin transaction.
  public static let bitcoin = TransactionType(rawValue: "TRANSACTION_TYPE_BITCOIN")
  /// A Tempo transaction.
  public static let tempo = TransactionType(rawValue: "TRANSACTION_TYPE_TEMPO")
}

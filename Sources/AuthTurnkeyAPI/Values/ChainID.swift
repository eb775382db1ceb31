/// A blockchain, by its identifier in CAIP-2. The vendor decides to which chains it sends transactions.
public struct ChainID: RawRepresentable, Sendable, Hashable {
  /// The identifier, such as `eip155:1`.
  public let rawValue: String
  /// Creates a chain from its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The Ethereum-style chain with this number (EIP-155), such as 8453 for Base.
  public static func ethereum(_ number: UInt64) -> ChainID { ChainID(rawValue: "eip155:\(number)") }
  /// Ethereum's main network.
  public static let ethereum = ChainID.ethereum(1)
  /// Ethereum's test network Sepolia.
  public static let sepolia = ChainID.ethereum(11_155_111)
  /// Solana's main network.
  public static let solana = ChainID(rawValue: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp")
  /// Solana's development network.
  public static let solanaDevnet = ChainID(rawValue: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1")
}

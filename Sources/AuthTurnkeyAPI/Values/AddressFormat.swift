/// The format of an address, by the vendor's name (v1AddressFormat). The vendor may add formats.
public struct AddressFormat: RawRepresentable, Sendable, Hashable {
  /// The vendor's name.
  public let rawValue: String
  /// Creates a format from the vendor's name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The uncompressed public key.
  public static let uncompressed = AddressFormat(rawValue: "ADDRESS_FORMAT_UNCOMPRESSED")
  /// The compressed public key.
  public static let compressed = AddressFormat(rawValue: "ADDRESS_FORMAT_COMPRESSED")
  /// Ethereum.
  public static let ethereum = AddressFormat(rawValue: "ADDRESS_FORMAT_ETHEREUM")
  /// Solana.
  public static let solana = AddressFormat(rawValue: "ADDRESS_FORMAT_SOLANA")
  /// Cosmos.
  public static let cosmos = AddressFormat(rawValue: "ADDRESS_FORMAT_COSMOS")
  /// Sei.
  public static let sei = AddressFormat(rawValue: "ADDRESS_FORMAT_SEI")
  /// Sui.
  public static let sui = AddressFormat(rawValue: "ADDRESS_FORMAT_SUI")
  /// Aptos.
  public static let aptos = AddressFormat(rawValue: "ADDRESS_FORMAT_APTOS")
  /// Stellar.
  public static let stellar = AddressFormat(rawValue: "ADDRESS_FORMAT_XLM")
  /// TON, wallet version 4R2.
  public static let tonV4R2 = AddressFormat(rawValue: "ADDRESS_FORMAT_TON_V4R2")
  /// TON, wallet version 5R1.
  public static let tonV5R1 = AddressFormat(rawValue: "ADDRESS_FORMAT_TON_V5R1")
}

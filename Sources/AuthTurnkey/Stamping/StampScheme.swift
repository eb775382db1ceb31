/// The signature scheme of an API-key stamp, by the vendor's name (T75).
public struct StampScheme: RawRepresentable, Sendable, Hashable {
  /// The vendor's name.
  public let rawValue: String
  /// Creates a scheme from the vendor's name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// ECDSA with P-256 over the body's SHA-256.
  public static let p256 = StampScheme(rawValue: "SIGNATURE_SCHEME_TK_API_P256")
  /// ECDSA with secp256k1 over the body's SHA-256.
  public static let secp256k1 = StampScheme(rawValue: "SIGNATURE_SCHEME_TK_API_SECP256K1")
  /// ECDSA with secp256k1 over the hash of the body in the form of Ethereum's signed messages (EIP-191, version 0x45).
  public static let secp256k1EIP191 = StampScheme(rawValue: "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191")
  /// Ed25519 over the body, as Solana wallets sign messages.
  public static let ed25519 = StampScheme(rawValue: "SIGNATURE_SCHEME_TK_API_ED25519")
}

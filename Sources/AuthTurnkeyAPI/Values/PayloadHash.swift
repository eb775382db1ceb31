/// The hash function that is applied to a payload before signing, by the vendor's name (v1HashFunction).
public struct PayloadHash: RawRepresentable, Sendable, Hashable {
  /// The vendor's name.
  public let rawValue: String
  /// Creates a function from the vendor's name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// None: the payload is already a hash.
  public static let none = PayloadHash(rawValue: "HASH_FUNCTION_NO_OP")
  /// SHA-256.
  public static let sha256 = PayloadHash(rawValue: "HASH_FUNCTION_SHA256")
  /// Keccak-256.
  public static let keccak256 = PayloadHash(rawValue: "HASH_FUNCTION_KECCAK256")
  /// None, because the signature scheme itself hashes the payload, as Ed25519 does.
  public static let notApplicable = PayloadHash(rawValue: "HASH_FUNCTION_NOT_APPLICABLE")
}

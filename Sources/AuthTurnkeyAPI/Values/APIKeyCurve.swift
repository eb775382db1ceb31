import AuthCore

/// The curve of an API key, by the vendor's name (v1ApiKeyCurve).
public struct APIKeyCurve: RawRepresentable, Sendable, Hashable {
  /// The vendor's name.
  public let rawValue: String
  /// Creates a curve from the vendor's name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// P-256.
  public static let p256 = APIKeyCurve(rawValue: "API_KEY_CURVE_P256")
  /// secp256k1.
  public static let secp256k1 = APIKeyCurve(rawValue: "API_KEY_CURVE_SECP256K1")
  /// Ed25519.
  public static let ed25519 = APIKeyCurve(rawValue: "API_KEY_CURVE_ED25519")
}

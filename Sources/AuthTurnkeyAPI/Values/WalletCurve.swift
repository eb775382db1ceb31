/// The curve of a wallet's keys, by the vendor's name (v1Curve). The vendor may add curves.
public struct WalletCurve: RawRepresentable, Sendable, Hashable {
  /// The vendor's name.
  public let rawValue: String
  /// Creates a curve from the vendor's name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// secp256k1.
  public static let secp256k1 = WalletCurve(rawValue: "CURVE_SECP256K1")
  /// Ed25519.
  public static let ed25519 = WalletCurve(rawValue: "CURVE_ED25519")
  /// P-256.
  public static let p256 = WalletCurve(rawValue: "CURVE_P256")
}

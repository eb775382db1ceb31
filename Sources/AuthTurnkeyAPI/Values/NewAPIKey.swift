import AuthCore

/// An API key to be added (v1ApiKeyParamsV2).
public struct NewAPIKey: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The public key in hex: compressed for the elliptic curves, 32 bytes for Ed25519.
  public var publicKey: String
  /// The curve.
  public var curve: APIKeyCurve
  /// How long it works; nil for ever.
  public var expirationSeconds: Int?

  /// A key.
  public init(name: String, publicKey: String, curve: APIKeyCurve = .p256, expirationSeconds: Int? = nil) {
    self.name = name
    self.publicKey = publicKey
    self.curve = curve
    self.expirationSeconds = expirationSeconds
  }

  var json: JSONValue {
    var object: JSONObject = [
      "apiKeyName": .string(name), "publicKey": .string(publicKey), "curveType": .string(curve.rawValue),
    ]
    object["expirationSeconds"] = expirationSeconds.map { .string(String($0)) }
    return .object(object)
  }
}

/// The curve of an API key, by the vendor's name (v1ApiKeyCurve).
public struct APIKeyCurve: RawRepresentable, Sendable, Hashable {
  /// The vendor's name.
  public let rawValue: String
  /// A curve by the vendor's name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// P-256.
  public static let p256 = APIKeyCurve(rawValue: "API_KEY_CURVE_P256")
  /// secp256k1.
  public static let secp256k1 = APIKeyCurve(rawValue: "API_KEY_CURVE_SECP256K1")
  /// Ed25519.
  public static let ed25519 = APIKeyCurve(rawValue: "API_KEY_CURVE_ED25519")
}

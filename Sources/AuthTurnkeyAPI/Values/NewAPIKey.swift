import AuthCore

/// An API key to add (v1ApiKeyParamsV2).
public struct NewAPIKey: Sendable, Hashable {
  /// The key's display name.
  public var name: String
  /// The public key in hex: the compressed point for P-256 and secp256k1, or the 32 bytes of an Ed25519 key.
  public var publicKey: String
  /// The curve of the key.
  public var curve: APIKeyCurve
  /// How long the key works, in seconds; nil for no limit.
  public var expirationSeconds: Int?

  /// Creates the description of a key, by default of a P-256 key without an expiry.
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

import AuthCore
import AuthCrypto

/// A key that is registered with a new user and logs in once, right after the sign-up. The user then sees one ceremony
/// or signature instead of two. The key exists only in memory, for the length of the sign-up.
struct TurnkeySignUpKey: Sendable {
  private let key = P256.Signing.PrivateKey()
  private let purpose: String

  /// How long the server accepts the key, in seconds (T12).
  private static let lifetimeSeconds = 60

  /// Makes a key.
  ///
  /// - Parameter purpose: the start of the key's name, such as `passkey-auth`.
  init(_ purpose: String) { self.purpose = purpose }

  /// A stamper of this key.
  var stamper: APIKeyStamper { APIKeyStamper(key) }

  /// The key in the form of its registration (v1ApiKeyParamsV2).
  var apiKey: JSONValue {
    let publicKey = Hex.encode(Array(key.publicKey.compressedRepresentation))
    return [
      "apiKeyName": .string("\(purpose)-\(publicKey)"), "publicKey": .string(publicKey),
      "curveType": "API_KEY_CURVE_P256", "expirationSeconds": .string(String(Self.lifetimeSeconds)),
    ]
  }
}

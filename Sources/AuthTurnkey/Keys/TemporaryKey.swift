import AuthCore
import AuthCrypto

/// A key that is registered with a new user and logs in once right after the sign-up, so that the user is asked for one
/// ceremony or signature and not for two. Lives in memory for the length of the sign-up.
struct TemporaryKey: Sendable {
  private let key = P256.Signing.PrivateKey()
  private let purpose: String

  /// How long the server takes it (T12).
  private static let lifetimeSeconds = 60

  /// - Parameter purpose: what its name begins with: `passkey-auth`.
  init(_ purpose: String) { self.purpose = purpose }

  /// Stamps with it.
  var stamper: APIKeyStamper { APIKeyStamper(key) }

  /// The key, as it is registered (v1ApiKeyParamsV2).
  var apiKey: JSONValue {
    let publicKey = Hex.encode(Array(key.publicKey.compressedRepresentation))
    return [
      "apiKeyName": .string("\(purpose)-\(publicKey)"), "publicKey": .string(publicKey),
      "curveType": "API_KEY_CURVE_P256", "expirationSeconds": .string(String(Self.lifetimeSeconds)),
    ]
  }
}

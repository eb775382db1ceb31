import AuthCore
import AuthCrypto

/// A passkey that was made for a sign-up, with the key that logs in once right after it, so that the user sees one
/// ceremony and not two (Turnkey protocol notes §3, `signUpWithPasskey`).
struct NewPasskey: Sendable {
  /// The passkey, base64url.
  let credentialID: String
  /// The vendor's form of the registration.
  let authenticator: JSONValue
  /// Lives in memory for the length of the sign-up.
  let key: P256.Signing.PrivateKey

  /// DESIGN: how long the server takes the temporary key; the vendor's SDK says a minute.
  private static let lifetimeSeconds = 60

  /// The temporary key, as it is registered (v1ApiKeyParamsV2).
  var apiKey: JSONValue {
    let publicKey = Hex.encode(Array(key.publicKey.compressedRepresentation))
    return [
      "apiKeyName": .string("passkey-auth-\(publicKey)"), "publicKey": .string(publicKey),
      "curveType": "API_KEY_CURVE_P256", "expirationSeconds": .string(String(Self.lifetimeSeconds)),
    ]
  }
}

public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The authentication of a confidential client: a JWT assertion (RFC 7523 §2.2), the method `private_key_jwt` of OpenID
/// Connect Core §9. The vendor accepts only this method, with EdDSA (H71).
///
/// The key belongs on a server. An app that contains it reveals it to every user.
public struct HawcxClientAssertion: Sendable {
  /// How long an assertion is valid.
  public static let lifetime = Duration.seconds(60)

  private let keyID: String
  private let key: Curve25519.Signing.PrivateKey
  private let random: any RandomSource

  /// Creates the authentication from the client's private key.
  ///
  /// - Parameters:
  ///   - privateKeyPEM: the Ed25519 private key, PKCS #8 in PEM.
  ///   - keyID: the vendor's ID for the key.
  ///   - random: the source of each assertion's `jti`.
  /// - Throws: `invalid_configuration` if the text is not such a key.
  public init(
    privateKeyPEM: Secret, keyID: String, random: any RandomSource = SystemRandomSource()
  ) throws(AuthError) {
    do {
      key = try Curve25519.Signing.PrivateKey(pkcs8PEM: privateKeyPEM.revealText())
    } catch {
      throw AuthError(.invalidConfiguration, "The client's key must be an Ed25519 private key in PEM (PKCS #8).")
    }
    self.keyID = keyID
    self.random = random
  }

  /// The form fields of one request. Each assertion has a new `jti`, and must be sent only once.
  func fields(
    for clientID: String, endpoint: URL, now: Date
  ) throws(AuthError) -> [(name: String, value: String)] {
    [
      (name: "client_assertion_type", value: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
      (name: "client_assertion", value: try sign(clientID, endpoint, now: now)),
    ]
  }

  /// The bearer token of one request to the management API. Its claims contain the URL and the SHA-256 of the body.
  func bearer(for clientID: String, url: URL, body: [UInt8], now: Date) throws(AuthError) -> Secret {
    let hash = Base64URL.encode(SHA256.hash(data: body))
    return Secret(try sign(clientID, url, now: now, ["body_sha256": .string(hash)]))
  }

  private func sign(
    _ clientID: String, _ audience: URL, now: Date, _ others: JSONObject = [:]
  ) throws(AuthError) -> String {
    let issued = Int64(now.timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(clientID), "sub": .string(clientID), "aud": .string(audience.absoluteString),
      "iat": .integer(issued), "exp": .integer(issued + Self.lifetime.components.seconds),
      "jti": .string(random.uuid()),
    ]
    for member in others.members { claims[member.name] = member.value }
    return try JWS.sign(claims: claims, keyID: keyID, with: .ed25519(key))
  }
}

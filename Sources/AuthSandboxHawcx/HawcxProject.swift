import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The project's permanent ids and keys.
struct HawcxProject: Sendable {
  /// The tenant's public routing key.
  let configID: String
  /// The project's default client. It is a public client, so it has no credential and uses PKCE.
  let clientID: String
  /// A confidential client, which authenticates with a signed assertion (`private_key_jwt`).
  let confidentialClientID: String
  let confidentialKeyID: String
  let confidentialKeyPEM: String
  private let signingKey: P256.Signing.PrivateKey
  private let confidentialKey: Curve25519.Signing.PrivateKey

  init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {
    // 32 characters (H3).
    configID = keyring.entry("hawcx.configId") { "cfg_" + random.token(byteCount: 21) }
    clientID = keyring.entry("hawcx.clientId") { random.uuid() }
    confidentialClientID = keyring.entry("hawcx.confidentialClientId") { random.uuid() }
    confidentialKeyID = keyring.entry("hawcx.confidentialKeyId") { "key_" + random.token(byteCount: 6) }
    confidentialKeyPEM = keyring.entry("hawcx.confidentialKey") { Curve25519.Signing.PrivateKey().pkcs8PEM }
    let signing = keyring.entry("hawcx.signingKey") { P256.Signing.PrivateKey().pemRepresentation }
    do {
      signingKey = try P256.Signing.PrivateKey(pemRepresentation: signing)
      confidentialKey = try Curve25519.Signing.PrivateKey(pkcs8PEM: confidentialKeyPEM)
    } catch {
      throw AuthError(
        .storeCorrupt,
        "hawcx.signingKey or hawcx.confidentialKey in the sandbox's key file is not a valid key. Delete the file; the "
          + "sandbox then makes new keys and ids.")
    }
  }

  /// The discovery document at `{issuer}/.well-known/openid-configuration`.
  func discovery(issuer: String) -> JSONValue {
    [
      "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
      "token_endpoint": .string(tokenEndpoint(issuer)), "jwks_uri": .string(issuer + "/.well-known/jwks.json"),
      "response_types_supported": ["code"], "subject_types_supported": ["public"],
      "grant_types_supported": ["authorization_code"], "code_challenge_methods_supported": ["S256"],
      "id_token_signing_alg_values_supported": ["ES256"],
      "token_endpoint_auth_methods_supported": ["none", "private_key_jwt"],
      "token_endpoint_auth_signing_alg_values_supported": ["EdDSA"],
      "scopes_supported": ["openid", "profile", "email"],
      "claims_supported": [
        "iss", "sub", "aud", "iat", "nbf", "exp", "jti", "auth_time", "acr", "amr", "nonce", "email", "email_verified",
        "phone_number", "preferred_username",
      ],
    ]
  }

  func tokenEndpoint(_ issuer: String) -> String { issuer + "/oauth2/token" }

  /// The public keys that verify ID tokens.
  var keySet: JSONValue { ["keys": [signingJWK.json]] }

  private var signingJWK: JWK {
    let key = JWS.VerificationKey.p256(signingKey.publicKey)
    return JWK(key, keyID: JWK(key).thumbprint, algorithm: .es256)
  }

  /// Signs claims with ES256. The `kid` is the key's thumbprint (RFC 7638).
  func sign(_ claims: JSONObject, type: String = "JWT") throws(AuthError) -> String {
    try JWS.sign(claims: claims, type: type, keyID: signingJWK.keyID, with: .p256(signingKey))
  }

  /// Verifies an assertion of the confidential client, and returns its claims.
  ///
  /// - Throws: `token_expired`, `signature_invalid`, or `invalid_token` for every other fault.
  func verifyAssertion(_ assertion: String, audience: String, now: Date) throws(AuthError) -> VerifiedJWT {
    let rules = JWTValidationRules.clientAssertion(clientID: confidentialClientID, audience: audience)
    let key = JWK(.ed25519(confidentialKey.publicKey), keyID: confidentialKeyID, algorithm: .edDSA)
    let assertion = try JWTVerifier(rules).verify(assertion, with: JWKSet([key]), at: now)
    guard assertion.subject.hasSameBytes(as: confidentialClientID), assertion.header["kid"] != nil,
      assertion["jti"]?.stringValue?.isEmpty == false
    else {
      throw AuthError(
        .invalidToken, "The assertion must have the client's id as sub, a kid in its header, and a jti.")
    }
    return assertion
  }
}

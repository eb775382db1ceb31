import AuthCore
import AuthCrypto
import AuthSandboxKit

/// Makes and checks the users' tokens: JWTs signed with ES256 (P83).
struct PrivyTokenSigner: Sendable {
  /// The claims of a session's token.
  struct Claims: Sendable {
    let subject: String
    let session: String
    /// Seconds since 1970.
    let expiry: Int64
  }

  /// The audience of `privy_access_token`, which is for the vendor itself and never for the app's backend.
  static let vendorAudience = "auth.privy.io"

  private let key: P256.Signing.PrivateKey
  private let appID: String
  private let keyID: String

  init(keyring: inout SandboxKeyring, appID: String) throws(AuthError) {
    let text = keyring.entry("privy.tokenKey") { Hex.encode(P256.Signing.PrivateKey().rawRepresentation) }
    do {
      guard let scalar = Hex.decode(text) else { throw CryptoError.invalidEncoding }
      key = try P256.Signing.PrivateKey(rawRepresentation: scalar)
    } catch {
      throw AuthError(
        .storeCorrupt,
        "privy.tokenKey in the sandbox's key file is not a P-256 key. Delete the file; the sandbox then makes new keys "
          + "and ids.")
    }
    self.appID = appID
    keyID = JWK(.p256(key.publicKey)).thumbprint ?? "privy"
  }

  /// The public key as a key set: `GET /v1/apps/{id}/jwks.json`.
  var jwks: JSONValue { ["keys": [JWK(.p256(key.publicKey), keyID: keyID, algorithm: .es256).json]] }

  /// The public key in PEM, as the vendor's dashboard shows it.
  var publicKeyPEM: String { key.publicKey.pemRepresentation }

  /// The access token, which the app's backend receives.
  func accessToken(user: String, session: String, at time: Int64, lifetime: Int64) throws(PrivyFailure) -> String {
    try sign(claims(user, audience: appID, time, lifetime, session: session))
  }

  /// `privy_access_token`, which only the vendor receives.
  func vendorToken(user: String, session: String, at time: Int64, lifetime: Int64) throws(PrivyFailure) -> String {
    try sign(claims(user, audience: Self.vendorAudience, time, lifetime, session: session))
  }

  /// The identity token, with the user's data. The linked accounts and the metadata are JSON texts in strings; the
  /// creation time is also a string.
  func identityToken(_ user: PrivyUser, at time: Int64, lifetime: Int64) throws(PrivyFailure) -> String {
    var claims = claims(user.id, audience: appID, time, lifetime, session: nil)
    claims["cr"] = .string(String(user.createdAt))
    claims["linked_accounts"] = .string(user.identityAccounts.serializedText)
    if user.isGuest { claims["guest"] = "t" }
    claims["custom_metadata"] = user.metadata.map { .string($0.serializedText) }
    return try sign(claims)
  }

  /// The temporary token that proves to the vendor's own servers that the user verified a second factor (P59).
  func factorToken(user: String, session: String, at time: Int64, lifetime: Int64) throws(PrivyFailure) -> String {
    try sign(claims(user, audience: factorAudience, time, lifetime, session: session))
  }

  /// The audience of the tokens for a verified second factor.
  var factorAudience: String { "mfa-" + appID }

  /// The claims of a session's token with this audience that this signer signed, even if the token has expired; nil for
  /// any other token.
  func claims(of token: String, audience: String) -> Claims? {
    do {
      let jws = try JWS(compact: token)
      guard jws.keyID.hasSameBytes(as: keyID), jws.type == "JWT" else { return nil }
      try jws.verify(with: .p256(key.publicKey))
      let claims = try JSONValue(parsing: jws.payload)
      guard (claims["aud"]?.stringValue).hasSameBytes(as: audience), let subject = claims["sub"]?.stringValue,
        let session = claims["sid"]?.stringValue, let expiry = claims["exp"]?.integerValue
      else { return nil }
      return Claims(subject: subject, session: session, expiry: expiry)
    } catch {
      return nil
    }
  }

  private func claims(
    _ user: String, audience: String, _ time: Int64, _ lifetime: Int64, session: String?
  ) -> JSONObject {
    var claims: JSONObject = ["sub": .string(user), "iss": "privy.io", "aud": .string(audience)]
    claims["sid"] = session.map { .string($0) }
    claims["iat"] = .integer(time)
    claims["exp"] = .integer(time + lifetime)
    return claims
  }

  private func sign(_ claims: JSONObject) throws(PrivyFailure) -> String {
    do throws(AuthError) {
      return try JWS.sign(claims: claims, keyID: keyID, with: .p256(key))
    } catch {
      throw PrivyFailure(
        500, "internal_error",
        "The sandbox could not sign a token. Report this to Latchkey's maintainers.")
    }
  }
}

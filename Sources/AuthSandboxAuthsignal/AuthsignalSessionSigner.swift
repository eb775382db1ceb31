import AuthCore
import AuthCrypto
import AuthSandboxKit

/// Signs and verifies the access tokens of sessions with RS256. `aud` is the id of the app client.
struct AuthsignalSessionSigner: Sendable {
  /// The claims of an access token.
  struct Claims: Sendable {
    let sessionID: String
    let clientID: String
    let expires: Int64
  }

  private let key: JWS.SigningKey
  private let keyID: String

  /// Creates a signer with a new key.
  ///
  /// - Throws: `internal` when the key cannot be made.
  init() throws(AuthError) { self.init(key: try IdentityKeys.fresh(.rs256)) }

  /// Reads the signer of an earlier sandbox; nil if the keyring has no key for it.
  ///
  /// - Throws: `store_corrupt` when the keyring's entry is not an RSA key.
  init?(keyring: SandboxKeyring) throws(AuthError) {
    guard let text = keyring.entries[Self.entry] else { return nil }
    self.init(key: try IdentityKeys.read(text, named: Self.entry, .rs256))
  }

  private init(key: JWS.SigningKey) {
    self.key = key
    keyID = JWK(key.verificationKey).thumbprint ?? "authsignal"
  }

  private static let entry = "authsignal.sessionKey"

  func write(to keyring: inout SandboxKeyring) { keyring.set(Self.entry, IdentityKeys.text(key)) }

  /// The key set at `{base}/client/public/{tenantId}/.well-known/jwks`.
  var jwks: JSONValue { ["keys": [JWK(key.verificationKey, keyID: keyID, algorithm: .rs256).json]] }

  func token(_ session: AuthsignalSession, at time: Int64) throws(AuthError) -> String {
    try JWS.sign(
      claims: [
        "sub": .string(session.userID), "aud": .string(session.clientID), "sid": .string(session.id),
        "iat": .integer(time), "exp": .integer(time + AuthsignalSession.lifetime),
      ], keyID: keyID, with: key)
  }

  /// The claims of a token that this signer signed, even if it has expired; nil for any other token.
  func claims(of token: String) -> Claims? {
    do {
      let jws = try JWS(compact: token)
      try jws.verify(with: key.verificationKey)
      let claims = try JSONValue(parsing: jws.payload)
      guard let id = claims["sid"]?.stringValue, let client = claims["aud"]?.stringValue,
        let expires = claims["exp"]?.integerValue
      else { return nil }
      return Claims(sessionID: id, clientID: client, expires: expires)
    } catch {
      return nil
    }
  }
}

import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The issuer's signing keys.
struct OIDCSigningKeys: Sendable {
  private let keys: IdentityKeys

  init(keyring: inout SandboxKeyring) throws(AuthError) {
    keys = try IdentityKeys(keyring: &keyring, prefix: "oidc")
  }

  func write(to keyring: inout SandboxKeyring) { keys.write(to: &keyring) }

  /// Makes the keys that are not made yet.
  func prepare() throws(AuthError) { _ = try keys.published() }

  func published() throws(OIDCFailure) -> JWKSet {
    do throws(AuthError) { return try keys.published() } catch { throw .internalError }
  }

  /// Makes new keys. The old ones stay published, unless they are `withdrawn`.
  func rotate(withdrawing isWithdrawn: Bool) throws(OIDCFailure) {
    do throws(AuthError) { try keys.rotate(withdrawing: isWithdrawn) } catch { throw .internalError }
  }

  /// Signs claims. The header's `kid` is the thumbprint of the current key.
  func sign(_ claims: JSONObject, type: String, _ algorithm: JWSAlgorithm) throws(OIDCFailure) -> String {
    do throws(AuthError) {
      let current = try keys.current(algorithm)
      return try JWS.sign(claims: claims, type: type, keyID: current.keyID, with: current.key)
    } catch {
      throw .internalError
    }
  }

  /// Signs the claims of an ID token, with the fault that the policy asks for.
  func signIdentity(
    _ claims: JSONObject, _ algorithm: JWSAlgorithm, _ tampering: Set<OIDCTampering>
  ) throws(OIDCFailure) -> String {
    if tampering.contains(.algorithmNone) {
      return Base64URL.encode(JSONValue.object(["alg": "none", "typ": "JWT"]).serialized) + "."
        + Base64URL.encode(JSONValue.object(claims).serialized) + "."
    }
    if tampering.contains(.unknownKey) {
      do throws(AuthError) {
        return try JWS.sign(claims: claims, keyID: "unknown", with: try IdentityKeys.fresh(algorithm))
      } catch {
        throw .internalError
      }
    }
    let token = try sign(claims, type: "JWT", algorithm)
    guard tampering.contains(.signature), let dot = token.lastIndex(of: "."),
      var signature = Base64URL.decode(token[token.index(after: dot)...]), !signature.isEmpty
    else { return token }
    signature[signature.count / 2] ^= 0x01
    return token[...dot] + Base64URL.encode(signature)
  }

  /// Verifies a token that this issuer signed, even if it has expired, and returns its claims; nil for any other token.
  func claims(of token: String) -> JSONObject? {
    do {
      let jws = try JWS(compact: token)
      guard jws.keyID != nil else { return nil }
      try jws.verify(with: try keys.published().key(jws.keyID, for: jws.algorithm).key)
      return try JSONValue(parsing: jws.payload).objectValue
    } catch {
      return nil
    }
  }
}

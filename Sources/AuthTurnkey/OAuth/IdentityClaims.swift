import AuthCore
import AuthCrypto

/// The claims of an identity token. This package does not verify the token's signature: the server does, because it has
/// the issuers' keys. The claims determine which of this device's keys the token is bound to, and describe the account
/// for its registration and for display.
struct IdentityClaims: Sendable {
  private let claims: JSONObject

  /// Reads the claims without verifying the signature.
  ///
  /// - Throws: `invalid_token` for a string that is not a JWT whose payload is a JSON object.
  init(_ token: Secret) throws(AuthError) {
    let jws = try JWS(compact: token.revealText())
    let payload: JSONValue
    do throws(JSONError) {
      payload = try JSONValue(parsing: jws.payload)
    } catch {
      throw AuthError(.invalidToken, "The identity token's payload is not a JSON object. Start again.")
    }
    guard let claims = payload.objectValue else {
      throw AuthError(.invalidToken, "The identity token's payload is not a JSON object. Start again.")
    }
    self.claims = claims
  }

  /// The token's claims `nonce` and `tknonce`. The vendor accepts the nonce in either of these two claims.
  var nonces: [String] { [claims["nonce"], claims["tknonce"]].compactMap { $0?.stringValue } }
  /// The client that the token was issued to: the claim `aud`, or its first element.
  var audience: String? { claims["aud"]?.stringValue ?? claims["aud"]?.arrayValue?.first?.stringValue }
  var issuer: String? { claims["iss"]?.stringValue }
  var subject: String? { claims["sub"]?.stringValue }
  var email: String? { claims["email"]?.stringValue }
  var name: String? { claims["name"]?.stringValue }

  /// Checks that the token is bound to the key of this nonce.
  ///
  /// - Throws: `invalid_token` if it is not.
  func check(nonce: String) throws(AuthError) {
    guard nonces.contains(nonce) else {
      throw AuthError(
        .invalidToken, "The identity token is not bound to this device's key. Start again.", recovery: .restart)
    }
  }
}

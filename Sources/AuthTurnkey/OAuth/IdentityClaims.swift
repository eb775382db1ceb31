import AuthCore
import AuthCrypto

/// The claims of an identity token. The server verifies the token's signature, because it has the issuers' keys. This
/// package uses the claims only to find which of its keys the token belongs to.
struct IdentityClaims: Sendable {
  private let claims: JSONObject

  /// Reads the claims without verifying the signature.
  ///
  /// - Throws: `invalid_token` for a string that is not a JWT.
  init(_ token: Secret) throws(AuthError) {
    let jws = try JWS(compact: token.revealText())
    let payload: JSONValue
    do throws(JSONError) {
      payload = try JSONValue(parsing: jws.payload)
    } catch {
      throw AuthError(.invalidToken, "The identity token's payload is not a JSON object.")
    }
    guard let claims = payload.objectValue else {
      throw AuthError(.invalidToken, "The identity token's payload is not a JSON object.")
    }
    self.claims = claims
  }

  /// The nonces in the token. The vendor accepts either claim.
  var nonces: [String] { [claims["nonce"], claims["tknonce"]].compactMap { $0?.stringValue } }
  /// The client that the token was issued to.
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

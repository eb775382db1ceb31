import AuthCore
import AuthCrypto

/// What an identity token says. Its signature is the server's to check: it knows the issuers' keys, and nothing is
/// decided here by what the token says but which of our keys it belongs to.
struct IdentityClaims: Sendable {
  private let claims: JSONObject

  /// - Throws: `invalid_token` for what is no JWT.
  init(_ token: Secret) throws(AuthError) {
    let jws = try JWS(compact: token.revealText())
    let payload: JSONValue
    do throws(JSONError) {
      payload = try JSONValue(parsing: jws.payload)
    } catch {
      throw AuthError(.invalidToken, "The identity token has a payload that is no JSON object.")
    }
    guard let claims = payload.objectValue else {
      throw AuthError(.invalidToken, "The identity token has a payload that is no JSON object.")
    }
    self.claims = claims
  }

  /// The nonces that it carries: the vendor takes either claim.
  var nonces: [String] { [claims["nonce"], claims["tknonce"]].compactMap { $0?.stringValue } }
  /// The app's name that the token was given to.
  var audience: String? { claims["aud"]?.stringValue ?? claims["aud"]?.arrayValue?.first?.stringValue }
  var issuer: String? { claims["iss"]?.stringValue }
  var subject: String? { claims["sub"]?.stringValue }
  var email: String? { claims["email"]?.stringValue }
  var name: String? { claims["name"]?.stringValue }

  /// - Throws: `invalid_token` unless the token is bound to the key of this nonce.
  func check(nonce: String) throws(AuthError) {
    guard nonces.contains(nonce) else {
      throw AuthError(
        .invalidToken, "The identity token is bound to another key than this device's.", recovery: .restart)
    }
  }
}

import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The token that a flow may start from: the project's own signature over whose flow it is and what it is for, for 60
/// seconds. The vendor's form is not public, so this one is ours; `typ` keeps it apart from an id token.
extension HawcxProject {
  static let startTokenLifetime: Int64 = 60
  private static let startTokenType = "hawcx-start+jwt"

  /// A start token.
  func startToken(for address: HawcxAddress, purpose: String, unixTime: Int64) throws(AuthError) -> String {
    try sign(
      [
        "iss": .string(configID), "aud": .string(configID), "sub": .string(address.text), "purpose": .string(purpose),
        "iat": .integer(unixTime), "exp": .integer(unixTime + Self.startTokenLifetime),
      ], type: Self.startTokenType)
  }

  /// Whether a token that was found good is for another telephone number.
  func changesPhone(_ token: String) -> Bool {
    do {
      return try JSONValue(parsing: JWS(compact: token).payload)["purpose"] == "change_phone_number"
    } catch {
      return false
    }
  }

  /// Why a flow must not start from a token; nil when it may.
  func startTokenFailure(_ token: String, for flow: HawcxFlow, unixTime: Int64) -> HawcxFailure? {
    var rules = JWTRules(
      algorithms: [.es256], types: [Self.startTokenType], issuer: configID, audiences: [configID],
      requiredClaims: ["sub", "purpose"])
    rules.leeway = .zero
    do throws(AuthError) {
      let verified = try JWTVerifier(rules).verify(
        token, with: JWKS(json: keySet), at: Date(timeIntervalSince1970: Double(unixTime)))
      return verified.subject == flow.address.text ? nil : .invalidStartToken
    } catch {
      return error.code == .tokenExpired ? .startTokenExpired : .invalidStartToken
    }
  }
}

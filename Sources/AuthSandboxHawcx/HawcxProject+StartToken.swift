import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Start tokens and receipts: JWTs that the project signs, with the user as `sub`, and with the purpose and the new
/// value of a change. A start token, valid for 60 seconds, permits a flow to make the change. A receipt, valid for 300
/// seconds, proves that a flow with a start token was completed. DESIGN H96: the claims of both kinds of token; `typ`
/// distinguishes start tokens, receipts and ID tokens.
extension HawcxProject {
  static let startTokenLifetime: Int64 = 60
  static let receiptLifetime: Int64 = 300
  private static let startTokenType = "hawcx-start+jwt"
  private static let receiptType = "hawcx-receipt+jwt"

  /// Makes a start token.
  func startToken(for address: HawcxAddress, change: HawcxChange, unixTime: Int64) throws(AuthError) -> String {
    try sign(
      claims(address, change, from: unixTime, lifetime: Self.startTokenLifetime), type: Self.startTokenType)
  }

  /// Verifies a start token for a flow, and returns the change that the token permits. Fails with `start_token_expired`
  /// for an expired token, otherwise with `invalid_start_token`.
  func change(
    _ token: String, for flow: HawcxFlow, unixTime: Int64
  ) -> Result<HawcxChange, HawcxRefusedToken> {
    do throws(AuthError) {
      let verified = try verify(token, type: Self.startTokenType, unixTime: unixTime)
      let change = HawcxChange(
        purpose: verified["purpose"]?.stringValue, method: verified["new_mfa_method"]?.stringValue,
        phone: verified["new_phone_number"]?.stringValue)
      guard verified.subject.hasSameBytes(as: flow.address.text), let change else {
        return .failure(HawcxRefusedToken(failure: .invalidStartToken))
      }
      return .success(change)
    } catch {
      return .failure(HawcxRefusedToken(failure: error.code == .tokenExpired ? .startTokenExpired : .invalidStartToken))
    }
  }

  /// Makes the receipt of a completed flow.
  func receipt(
    for address: HawcxAddress, change: HawcxChange, id: String, unixTime: Int64
  ) throws(AuthError) -> String {
    var claims = claims(address, change, from: unixTime, lifetime: Self.receiptLifetime)
    claims["jti"] = .string(id)
    return try sign(claims, type: Self.receiptType)
  }

  /// Verifies a receipt; nil if the receipt is malformed, expired or not signed by the project.
  func verifyReceipt(_ receipt: String, unixTime: Int64) -> VerifiedJWT? {
    do throws(AuthError) {
      let verified = try verify(receipt, type: Self.receiptType, unixTime: unixTime)
      return verified["jti"]?.stringValue == nil ? nil : verified
    } catch {
      return nil
    }
  }

  private func claims(
    _ address: HawcxAddress, _ change: HawcxChange, from unixTime: Int64, lifetime: Int64
  ) -> JSONObject {
    var claims: JSONObject = [
      "iss": .string(configID), "aud": .string(configID), "sub": .string(address.text), "iat": .integer(unixTime),
      "exp": .integer(unixTime + lifetime),
    ]
    for member in change.claims.members { claims[member.name] = member.value }
    return claims
  }

  private func verify(_ token: String, type: String, unixTime: Int64) throws(AuthError) -> VerifiedJWT {
    var rules = JWTValidationRules(
      algorithms: [.es256], types: [type], issuer: configID, audiences: [configID], requiredClaims: ["sub", "purpose"])
    rules.leeway = .zero
    return try JWTVerifier(rules).verify(
      token, with: JWKSet(json: keySet), at: Date(timeIntervalSince1970: Double(unixTime)))
  }
}

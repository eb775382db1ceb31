import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the token endpoint gives (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3).
struct OIDCTokens: Sendable {
  let access: Secret
  let refresh: Secret?
  let identity: Secret?
  /// When the access token stops working, where that is said.
  let expiresAt: Date?
  /// What was granted.
  let scopes: [String]

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - requested: what was asked for. Less is the user's right, more was never agreed to.
  ///   - isBound: whether a proof of possession was sent.
  ///   - allowsBearer: whether an unbound token is taken all the same.
  /// - Throws: `malformed_response` for a missing field, another type of token than was asked for (RFC 9449 §5), or
  ///   scopes beyond the requested ones.
  init(
    _ answer: JSONValue, requested: [String], isBound: Bool, allowsBearer: Bool, now: Date
  ) throws(AuthError) {
    access = try answer.requiredSecret("access_token")
    let type = try answer.requiredString("token_type").lowercased()
    guard type == (isBound ? "dpop" : "bearer") || (isBound && allowsBearer && type == "bearer") else {
      throw AuthError(
        .malformedResponse,
        isBound
          ? "The issuer gave a token that is not bound to the key (token_type); set allowBearerDowngrade to take it."
          : "The issuer gave a token of a type that was not asked for (token_type).")
    }
    refresh = answer["refresh_token"]?.stringValue.map { Secret($0) }
    identity = answer["id_token"]?.stringValue.map { Secret($0) }
    if let lifetime = answer["expires_in"] {
      // Some issuers write the number as a text.
      guard let seconds = lifetime.numberValue ?? lifetime.stringValue.flatMap(Double.init), seconds >= 0,
        seconds <= 0x1p40
      else { throw AuthError(.malformedResponse, "The answer has no valid field 'expires_in'.") }
      expiresAt = now.addingTimeInterval(seconds)
    } else {
      expiresAt = nil
    }
    guard let granted = answer["scope"]?.stringValue else {
      scopes = requested
      return
    }
    scopes = granted.split(separator: " ").map(String.init)
    guard Set(scopes).isSubset(of: requested) else {
      throw AuthError(.malformedResponse, "The issuer granted scopes that were not asked for (scope).")
    }
  }
}

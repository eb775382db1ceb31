import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The response of the token endpoint (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3).
struct OIDCTokens: Sendable {
  let access: Secret
  let refresh: Secret?
  let identity: Secret?
  /// When the access token expires; nil if the response has no `expires_in`.
  let expiresAt: Date?
  /// The granted scopes.
  let scopes: [String]

  /// How the granted scopes of a response are read.
  struct ScopeRule: Sendable {
    /// The character that separates scopes: a space (RFC 6749 §3.3), except at some OAuth 2.0 servers.
    var separator: Character = " "
    /// Whether scopes that were not requested are accepted.
    var acceptsOthers = false
  }

  /// Reads a response.
  ///
  /// - Parameters:
  ///   - requested: the requested scopes. The issuer may grant fewer. A response with others is refused, unless
  ///     `scopeRule.acceptsOthers` is true.
  ///   - isBound: whether a proof of possession was sent.
  ///   - allowsBearer: whether an unbound token is accepted although a proof was sent.
  ///   - scopeRule: how the granted scopes are read.
  ///   - now: the time of the response, for `expiresAt`.
  /// - Throws: `malformed_response` for a missing field, an invalid `expires_in`, a token type other than the requested
  ///   one (RFC 9449 §5), or refused scopes.
  init(
    _ answer: JSONValue, requested: [String], isBound: Bool, allowsBearer: Bool, scopeRule: ScopeRule = ScopeRule(),
    now: Date
  ) throws(AuthError) {
    access = try answer.requiredToken("access_token")
    let type = try answer.requiredString("token_type").lowercased()
    guard type == (isBound ? "dpop" : "bearer") || (isBound && allowsBearer && type == "bearer") else {
      throw AuthError(
        .malformedResponse,
        isBound
          ? "The issuer's token is not bound to the key ('token_type'). Set 'allowBearerDowngrade' to accept it."
          : "The issuer returned a token that is not a bearer token ('token_type'). Check the client at the issuer.")
    }
    refresh = try answer.optionalToken("refresh_token")
    identity = try answer.optionalToken("id_token")
    if let lifetime = answer["expires_in"] {
      // Some issuers write the number as a string.
      guard let seconds = lifetime.numberValue ?? lifetime.stringValue.flatMap(Double.init), seconds >= 0,
        seconds <= 0x1p40
      else {
        throw AuthError(
          .malformedResponse,
          "The issuer's token response has no valid field 'expires_in'. Try again, or check 'issuer'.")
      }
      expiresAt = now.addingTimeInterval(seconds)
    } else {
      expiresAt = nil
    }
    guard let granted = answer["scope"]?.stringValue else {
      scopes = requested
      return
    }
    scopes = granted.split(separator: scopeRule.separator).map(String.init)
    guard scopeRule.acceptsOthers || Set(scopes).isSubset(of: requested) else {
      throw AuthError(
        .malformedResponse,
        "The issuer granted scopes that were not requested ('scope'). Add them to 'scopes', and sign in again.")
    }
  }
}

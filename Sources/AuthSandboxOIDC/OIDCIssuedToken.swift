import AuthCore

/// A token that the provider issued.
struct OIDCIssuedToken: Sendable {
  enum Kind: String, Sendable {
    case access = "access_token"
    case refresh = "refresh_token"
  }

  let kind: Kind
  let grant: OIDCGrant
  let scopes: [String]
  /// The parties that an access token is for.
  let audiences: [String]
  let id: String
  /// Seconds since 1970.
  let issued: Int64
  let expires: Int64
  /// The thumbprint of the key to which the token is bound (RFC 9449 §6); nil for a bearer token.
  let thumbprint: String?
  /// When a refresh token was used; nil for an unused one.
  var spentAt: Int64?

  var subject: String { grant.subject }
}

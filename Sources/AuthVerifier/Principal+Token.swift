import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension VerifiedJWT {
  /// Whether the token can be an ID token. Other tokens of an issuer can have the client as their audience and no
  /// distinct `typ`: a logout token and an event have `events`, an access token has scopes (RFC 8725 §3.12).
  public var isIdentityToken: Bool { !["events", "scope", "scp"].contains { self[$0] != nil } }
}

extension Principal {
  /// Takes the standard claims of a verified token: times, `sid`, `acr`, `auth_time`, a verified `email`, and all
  /// claims as they are (OpenID Connect Core §2, §5.1).
  public mutating func describe(_ token: VerifiedJWT) {
    issuedAt = token.issuedAt
    expiresAt = token.expiresAt
    sessionID = token["sid"]?.stringValue
    authenticationContext = token["acr"]?.stringValue
    authenticatedAt = token["auth_time"]?.numberValue.map { Date(timeIntervalSince1970: $0) }
    if token["email_verified"]?.boolValue == true { verifiedEmail = token["email"]?.stringValue }
    claims = token.claims
  }
}

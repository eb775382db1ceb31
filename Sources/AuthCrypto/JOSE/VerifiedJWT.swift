public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A token whose signature and claims have been checked. Only a `JWTVerifier` creates it.
public struct VerifiedJWT: Sendable {
  /// The members of the header.
  public let header: JSONObject
  /// The members of the payload.
  public let claims: JSONObject
  /// The algorithm of the signature.
  public let algorithm: JWSAlgorithm
  /// When the token expires (`exp`); the distant future for a token without `exp`, which only rules accept whose
  /// `requiresExpiry` is false.
  public let expiresAt: Date
  /// When the token was issued (`iat`); nil if the token has no `iat`.
  public let issuedAt: Date?
  /// The parties that the token is for (`aud`); empty if the token has no `aud`.
  public var audiences: [String] { JWTAudiences(claims["aud"])?.list ?? [] }
  /// The subject (`sub`), usually the user; nil if the token has none.
  public var subject: String? { claims["sub"]?.stringValue }
  /// The party that issued the token (`iss`); nil if the token names none.
  public var issuer: String? { claims["iss"]?.stringValue }
  /// The claim `name`; nil if the token does not have it.
  public subscript(name: String) -> JSONValue? { claims[name] }
}

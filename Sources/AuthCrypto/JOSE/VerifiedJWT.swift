public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A token whose signature and claims were checked: only a verifier creates one.
public struct VerifiedJWT: Sendable {
  /// The header.
  public let header: JSONObject
  /// The claims.
  public let claims: JSONObject
  /// The algorithm it was signed by.
  public let algorithm: JWSAlgorithm
  /// `exp`.
  public let expiresAt: Date
  /// `iat`.
  public let issuedAt: Date?
  /// `aud`, one or several.
  public let audiences: [String]

  /// `sub`.
  public var subject: String? { claims["sub"]?.stringValue }
  /// `iss`.
  public var issuer: String? { claims["iss"]?.stringValue }
  /// A claim.
  public subscript(name: String) -> JSONValue? { claims[name] }
}

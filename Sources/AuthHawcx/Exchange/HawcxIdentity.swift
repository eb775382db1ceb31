public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Who signed in, as a verified identity token says it.
public struct HawcxIdentity: Sendable {
  /// The token; it was verified.
  public let token: Secret
  /// `sub`: the vendor's user id.
  public let subject: String
  /// Every claim.
  public let claims: JSONObject
  /// `exp`.
  public let expiresAt: Date
}

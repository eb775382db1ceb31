public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The signed-in user, by the claims of a verified identity token.
public struct HawcxIdentity: Sendable {
  /// The verified token.
  public let token: Secret
  /// `sub`: the vendor's ID of the user.
  public let subject: String
  /// Every claim.
  public let claims: JSONObject
  /// `exp`.
  public let expiresAt: Date
}

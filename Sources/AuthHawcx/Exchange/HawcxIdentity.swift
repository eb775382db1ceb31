public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The signed-in user, as the claims of a verified identity token describe them.
public struct HawcxIdentity: Sendable {
  /// The verified token.
  public let token: Secret
  /// The vendor's ID of the user (`sub`).
  public let subject: String
  /// All claims of the token.
  public let claims: JSONObject
  /// When the token expires (`exp`).
  public let expiresAt: Date
}

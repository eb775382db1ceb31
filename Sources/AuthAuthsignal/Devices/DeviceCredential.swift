public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A credential of this device as the server knows it (Authsignal protocol notes §3.2, §7).
public struct DeviceCredential: Sendable, Hashable {
  /// The vendor's id.
  public let id: String
  /// Whose it is, by the app's own id.
  public let userID: String?
  /// When it was added.
  public let createdAt: Date?
  /// When it was last used.
  public let lastVerifiedAt: Date?
  /// When it stops working, where the tenant sets an end.
  public let expiresAt: Date?

  init(_ json: JSONValue) throws(AuthError) {
    id = try json.requiredString("userAuthenticatorId")
    userID = json["userId"]?.stringValue
    createdAt = json["verifiedAt"]?.stringValue.flatMap { ISO8601.decode($0) }
    lastVerifiedAt = json["lastVerifiedAt"]?.stringValue.flatMap { ISO8601.decode($0) }
    expiresAt = json["expiresAt"]?.stringValue.flatMap { ISO8601.decode($0) }
  }
}

/// A scanned challenge that was claimed for this device: what to show before it is decided.
public struct ClaimedChallenge: Sendable, Hashable {
  /// What `AuthsignalProvider.approve` and `deny` take.
  public let id: String
  /// What is to be approved.
  public let action: String?
  /// Which of that name.
  public let idempotencyKey: String?
  /// Where the sign-in comes from.
  public let ipAddress: String?
  /// The browser there.
  public let userAgent: String?
  /// What the side that asks wants shown; nil where it said nothing.
  public let custom: JSONValue?
  /// What the app's backend keeps about the user; nil where it keeps nothing.
  public let userCustom: JSONValue?
}

import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The server's data about a credential of this device (A37, A49).
public struct DeviceCredential: Sendable, Hashable {
  /// The vendor's ID of the credential.
  public let id: String
  /// The app's own ID of the user; nil if the server does not send it.
  public let userID: String?
  /// When the credential was added; nil if the server does not send the time.
  public let createdAt: Date?
  /// When the credential was last used; nil if the server does not send the time.
  public let lastVerifiedAt: Date?
  /// When the credential expires; nil if the tenant sets no lifetime.
  public let expiresAt: Date?

  init(_ json: JSONValue) throws(AuthError) {
    id = try json.requiredIdentifier("userAuthenticatorId")
    userID = json["userId"]?.stringValue
    createdAt = json["verifiedAt"]?.stringValue.flatMap { ISO8601.decode($0) }
    lastVerifiedAt = json["lastVerifiedAt"]?.stringValue.flatMap { ISO8601.decode($0) }
    expiresAt = json["expiresAt"]?.stringValue.flatMap { ISO8601.decode($0) }
  }
}

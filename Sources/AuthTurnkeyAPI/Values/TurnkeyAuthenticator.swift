public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A passkey of a user (v1Authenticator).
public struct TurnkeyAuthenticator: TurnkeyValue, Hashable {
  /// The vendor's ID of the passkey.
  public let id: String
  /// The passkey's display name.
  public let name: String
  /// The credential's ID, in base64url.
  public let credentialID: String
  /// When the passkey was added; nil if the response has no valid time.
  public let createdAt: Date?

  /// Reads a passkey from the vendor's JSON.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("authenticatorId")
    name = try json.requiredString("authenticatorName")
    credentialID = try json.requiredString("credentialId")
    createdAt = TurnkeyTimestamp.date(json["createdAt"])
  }
}

public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An API key of a user (v1ApiKey); the keys of sessions are among them.
public struct TurnkeyAPIKey: TurnkeyValue, Hashable {
  /// The vendor's id of it.
  public let id: String
  /// The name.
  public let name: String
  /// The public key in hex.
  public let publicKey: String
  /// The vendor's name of what it is for: `CREDENTIAL_TYPE_LOGIN` for a session's.
  public let credentialType: String
  /// The session profile that it was opened with.
  public let sessionProfileID: String?
  /// When it was added.
  public let createdAt: Date?
  /// When it stops working; nil where it does not.
  public let expiresAt: Date?

  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("apiKeyId")
    name = try json.requiredString("apiKeyName")
    let credential = try json.requiredObject("credential")
    publicKey = try credential.requiredString("publicKey")
    credentialType = try credential.requiredString("type")
    sessionProfileID = credential["sessionProfileId"]?.stringValue
    createdAt = TurnkeyTimestamp.date(json["createdAt"])
    let life = json["expirationSeconds"]?.stringValue.flatMap { Double($0) }
    expiresAt = life.flatMap { life in TurnkeyTimestamp.date(json["createdAt"])?.addingTimeInterval(life) }
  }
}

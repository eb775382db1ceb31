public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An API key of a user (v1ApiKey). Session keys are also API keys.
public struct TurnkeyAPIKey: TurnkeyValue, Hashable {
  /// The vendor's ID of the key.
  public let id: String
  /// The key's display name.
  public let name: String
  /// The public key in hex.
  public let publicKey: String
  /// The key's purpose, by the vendor's name: `CREDENTIAL_TYPE_LOGIN` for a session key.
  public let credentialType: String
  /// The ID of the session profile with which the session was opened; nil for none.
  public let sessionProfileID: String?
  /// When the key was added; nil if the response has no valid time.
  public let createdAt: Date?
  /// When the key expires; nil for a key that does not expire, and if `createdAt` is nil.
  public let expiresAt: Date?

  /// Reads an API key from the vendor's JSON.
  ///
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

public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A user (v1User).
public struct TurnkeyUser: TurnkeyValue, Hashable {
  /// The user's ID.
  public let id: String
  /// The user's display name.
  public let name: String
  /// The e-mail address; nil if the user has none.
  public let email: String?
  /// The phone number; nil if the user has none.
  public let phoneNumber: String?
  /// The user's passkeys.
  public let authenticators: [TurnkeyAuthenticator]
  /// The user's API keys, including session keys.
  public let apiKeys: [TurnkeyAPIKey]
  /// The user's accounts at identity providers.
  public let oauthProviders: [TurnkeyOAuthAccount]
  /// The IDs of the user's tags.
  public let tags: [String]
  /// When the user was created; nil if the response has no valid time.
  public let createdAt: Date?

  /// Reads a user from the vendor's JSON.
  ///
  /// - Throws: `malformed_response`.
  public init(json: JSONValue) throws(AuthError) {
    id = try json.requiredString("userId")
    name = try json.requiredString("userName")
    email = json["userEmail"]?.stringValue
    phoneNumber = json["userPhoneNumber"]?.stringValue
    authenticators = try json.values("authenticators")
    apiKeys = try json.values("apiKeys")
    oauthProviders = try json.values("oauthProviders")
    tags = json.texts("userTags")
    createdAt = TurnkeyTimestamp.date(json["createdAt"])
  }
}

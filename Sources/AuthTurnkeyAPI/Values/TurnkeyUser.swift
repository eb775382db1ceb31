public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A user (v1User).
public struct TurnkeyUser: TurnkeyValue, Hashable {
  /// The user.
  public let id: String
  /// The user's display name.
  public let name: String
  /// The e-mail address, where there is one.
  public let email: String?
  /// The phone number, where there is one.
  public let phoneNumber: String?
  /// Passkeys.
  public let authenticators: [TurnkeyAuthenticator]
  /// API keys, including those of sessions.
  public let apiKeys: [TurnkeyAPIKey]
  /// Accounts at identity providers.
  public let oauthProviders: [TurnkeyOAuthAccount]
  /// Tags, by ID.
  public let tags: [String]
  /// When the user was created.
  public let createdAt: Date?

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

import AuthCore

/// A user to create (v1UserParamsV4, v1RootUserParamsV5). A user needs a credential, or an
/// e-mail address or a phone number for codes.
public struct NewTurnkeyUser: Sendable {
  /// The user's display name.
  public var name: String
  /// The e-mail address; nil for none.
  public var email: String?
  /// The phone number, in E.164 format; nil for none.
  public var phoneNumber: String?
  /// The user's API keys.
  public var apiKeys: [NewAPIKey]
  /// The user's passkeys.
  public var authenticators: [NewAuthenticator]
  /// The user's accounts at identity providers.
  public var oauthProviders: [NewOAuthAccount]
  /// The IDs of the user's tags; root users have no tags.
  public var tags: [String]

  /// Creates the description of a user, by default without contacts, credentials and tags.
  public init(
    name: String, email: String? = nil, phoneNumber: String? = nil, apiKeys: [NewAPIKey] = [],
    authenticators: [NewAuthenticator] = [], oauthProviders: [NewOAuthAccount] = [], tags: [String] = []
  ) {
    self.name = name
    self.email = email
    self.phoneNumber = phoneNumber
    self.apiKeys = apiKeys
    self.authenticators = authenticators
    self.oauthProviders = oauthProviders
    self.tags = tags
  }

  /// The user in the vendor's form. Empty lists are sent, not left out (T60).
  var json: JSONObject {
    var object: JSONObject = [
      "userName": .string(name), "apiKeys": .array(apiKeys.map(\.json)),
      "authenticators": .array(authenticators.map(\.json)),
      "oauthProviders": .array(oauthProviders.map(\.json)),
    ]
    object["userEmail"] = email.map { .string($0) }
    object["userPhoneNumber"] = phoneNumber.map { .string($0) }
    return object
  }
}

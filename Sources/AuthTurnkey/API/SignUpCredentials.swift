public import AuthCore

/// The credentials of a new user, in the vendor's form.
public struct SignUpCredentials: Sendable, Hashable {
  /// Keys (v1ApiKeyParamsV2).
  public var apiKeys: [JSONValue]
  /// Passkeys (v1AuthenticatorParamsV2).
  public var authenticators: [JSONValue]
  /// Accounts at identity providers (v1OauthProviderParamsV2).
  public var oauthProviders: [JSONValue]

  /// Creates a list of credentials, by default an empty one.
  public init(apiKeys: [JSONValue] = [], authenticators: [JSONValue] = [], oauthProviders: [JSONValue] = []) {
    self.apiKeys = apiKeys
    self.authenticators = authenticators
    self.oauthProviders = oauthProviders
  }
}

extension SignUpCredentials: Redacting {
  /// The number of credentials of each kind. Their contents are not shown, because an account contains a token.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "apiKeys": "\(apiKeys.count)", "authenticators": "\(authenticators.count)",
      "oauthProviders": "\(oauthProviders.count)",
    ]
  }
}

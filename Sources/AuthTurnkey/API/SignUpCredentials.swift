public import AuthCore

/// What a new user can log in with, in the vendor's form.
public struct SignUpCredentials: Sendable, Hashable {
  /// Keys (v1ApiKeyParamsV2).
  public var apiKeys: [JSONValue]
  /// Passkeys (v1AuthenticatorParamsV2).
  public var authenticators: [JSONValue]
  /// Accounts elsewhere (v1OauthProviderParamsV2).
  public var oauthProviders: [JSONValue]

  /// Credentials; none by default.
  public init(apiKeys: [JSONValue] = [], authenticators: [JSONValue] = [], oauthProviders: [JSONValue] = []) {
    self.apiKeys = apiKeys
    self.authenticators = authenticators
    self.oauthProviders = oauthProviders
  }
}

extension SignUpCredentials: Redacting {
  /// How many of each kind; an account elsewhere is given by a token.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "apiKeys": "\(apiKeys.count)", "authenticators": "\(authenticators.count)",
      "oauthProviders": "\(oauthProviders.count)",
    ]
  }
}

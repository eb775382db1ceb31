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

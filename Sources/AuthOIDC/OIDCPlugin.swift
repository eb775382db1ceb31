public import AuthCore

extension ProviderPlugin {
  /// Any OpenID Connect issuer or OAuth 2.0 server. Link the product AuthOIDC.
  public static let oidc = ProviderPlugin("oidc", product: "AuthOIDC", provider: OIDCProvider.self)
}

extension MethodID {
  /// The issuer's own page in the system's browser (RFC 8252).
  public static let authorizationCode: MethodID = "authorization_code"
  /// A session of a service itself, without a user (RFC 6749 §4.4).
  public static let clientCredentials: MethodID = "client_credentials"
  /// A token of another session in exchange for a token of this issuer (RFC 8693).
  public static let tokenExchange: MethodID = "token_exchange"
}

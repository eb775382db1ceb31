public import AuthCore

extension ProviderPlugin {
  /// Generic OpenID Connect; link the product AuthOIDC.
  public static let oidc = ProviderPlugin("oidc", product: "AuthOIDC", provider: OIDCProvider.self)
}

extension MethodID {
  /// The issuer's own page in the system's browser (RFC 8252).
  public static let authorizationCode: MethodID = "authorization_code"
}

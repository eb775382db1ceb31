import AuthCore
public import AuthVerifier

extension VerifierPlugin {
  /// Any OpenID Connect issuer or OAuth 2.0 server: JWT access tokens, introspected tokens and ID tokens. Link the
  /// product AuthVerifierOIDC.
  public static let oidc = VerifierPlugin("oidc", product: "AuthVerifierOIDC") { (block, services) throws(AuthError) in
    let configuration = try OIDCVerifierConfiguration(block)
    return try OIDCCredentialVerifier(id: block.id, configuration: configuration, services: services)
  }
}

import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OIDCPreset {
  /// What the preset fills in. Documentation/OIDC.md names the sources. No preset has been tested against a live
  /// service.
  var values: Values {
    switch self {
    case .google:
      // A refresh token is issued only for offline access, and again only after a new consent. The scope 'email' comes
      // back as an address; older tokens name the issuer without its scheme.
      Values(
        issuer: "https://accounts.google.com", scopes: ["openid", "email", "profile"],
        authorizationParameters: [("access_type", "offline"), ("prompt", "consent")],
        aliases: ["accounts.google.com"], takesSecretInForm: true, grantsOtherScopes: true)
    case .apple:
      // With the scopes 'name' or 'email', the callback is a form post, which only a backend can receive. In 2025 the
      // metadata named an issuer other than that of the tokens, and were redirected; the addresses themselves stayed.
      Values(
        issuer: "https://appleid.apple.com", scopes: ["openid"], metadata: Self.appleMetadata,
        aliases: ["https://account.apple.com"], hasSignedSecret: true)
    case .entra:
      // ID tokens name the user's own tenant, so the shared addresses, such as 'common', are not issuers. The issuer
      // also returns the scopes of earlier consents.
      Values(
        issuerForm: "https://login.microsoftonline.com/TENANT-ID/v2.0, with the id of the tenant",
        scopes: ["openid", "email", "profile", "offline_access"],
        sharedPaths: ["common", "organizations", "consumers"],
        takesSecretInForm: true, grantsOtherScopes: true)
    case .okta:
      Values(
        issuerForm: "https://DOMAIN/oauth2/default, or https://DOMAIN for the organisation's own server",
        scopes: ["openid", "email", "profile", "offline_access"])
    case .auth0:
      Values(
        issuerForm: "https://DOMAIN/, with the slash at its end",
        scopes: ["openid", "email", "profile", "offline_access"])
    case .keycloak:
      // The scope 'offline_access' would request a session that continues after a sign-out.
      Values(issuerForm: "https://HOST/realms/REALM", scopes: ["openid", "email", "profile"])
    case .cognito:
      // The scope 'offline_access' is refused; refresh tokens come without it.
      Values(
        issuerForm: "https://issuer-cognito-idp.REGION.amazonaws.com/POOL-ID, or without 'issuer-' for an older pool",
        scopes: ["openid", "email", "profile"], signOutParameter: "logout_uri")
    case .github:
      Values(
        issuer: "https://github.com/login/oauth", scopes: ["read:user", "user:email"], endpoints: Self.gitHub,
        takesSecretInForm: true, refusals: ["invalid_grant", "bad_refresh_token"])
    case .gitlab:
      Values(issuer: "https://gitlab.com", scopes: ["openid", "email", "profile"], issuerMayDiffer: true)
    case .slack:
      Values(issuer: "https://slack.com", scopes: ["openid", "email", "profile"], takesSecretInForm: true)
    case .discord:
      Values(
        issuer: "https://discord.com", scopes: ["identify", "email"], endpoints: Self.discordAPI,
        namesItselfInCallbacks: true)
    case .linkedin:
      // A challenge leads to 'invalid_client', and ID tokens have no nonce: only 'state' and the client's secret bind
      // the code.
      Values(
        issuer: "https://www.linkedin.com/oauth", scopes: ["openid", "email", "profile"], takesSecretInForm: true,
        acceptsPKCE: false, repeatsNonce: false, scopeSeparator: .comma)
    }
  }

  /// The addresses of Sign in with Apple.
  private static let appleMetadata: JSONObject = [
    "issuer": "https://appleid.apple.com", "authorization_endpoint": "https://appleid.apple.com/auth/authorize",
    "token_endpoint": "https://appleid.apple.com/auth/token",
    "revocation_endpoint": "https://appleid.apple.com/auth/revoke", "jwks_uri": "https://appleid.apple.com/auth/keys",
    "id_token_signing_alg_values_supported": ["RS256"],
    "token_endpoint_auth_methods_supported": ["client_secret_post"],
  ]

  /// GitHub has no ID tokens for users. The login name can change; the id cannot. Callbacks name the issuer.
  private static let gitHub = endpoints(
    authorization: "https://github.com/login/oauth/authorize", token: "https://github.com/login/oauth/access_token",
    device: "https://github.com/login/device/code", userInfo: "https://api.github.com/user", identifier: "login",
    scopeSeparator: .comma)

  /// Discord's userinfo endpoint has returned no 'sub', so the user is read from its API.
  private static let discordAPI = endpoints(
    authorization: "https://discord.com/oauth2/authorize", token: "https://discord.com/api/oauth2/token",
    revocation: "https://discord.com/api/oauth2/token/revoke", userInfo: "https://discord.com/api/users/@me",
    identifier: "username", displayName: "global_name")

  private static func endpoints(
    authorization: String, token: String, device: String? = nil, revocation: String? = nil, userInfo: String,
    identifier: String, displayName: String = "name", scopeSeparator: OIDCEndpoints.ScopeSeparator = .space
  ) -> OIDCEndpoints? {
    guard let token = URL(string: token), let userInfo = URL(string: userInfo) else { return nil }
    return OIDCEndpoints(
      authorization: URL(string: authorization), token: token, device: device.flatMap { URL(string: $0) },
      revocation: revocation.flatMap { URL(string: $0) }, userInfo: userInfo, subject: "id", displayName: displayName,
      identifier: identifier, scopeSeparator: scopeSeparator)
  }
}

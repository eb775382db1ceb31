import AuthCore

/// A known identity provider. Documentation/OIDC.md names the source of each value. No preset has been tested against a
/// live service.
public enum OIDCPreset: String, Sendable, CaseIterable {
  /// Google.
  case google
  /// Sign in with Apple, in a service.
  case apple
  /// A tenant of Microsoft Entra ID.
  case entra
  /// Okta.
  case okta
  /// Auth0.
  case auth0
  /// A realm of Keycloak.
  case keycloak
  /// A user pool of Amazon Cognito.
  case cognito
  /// GitHub, an OAuth 2.0 server.
  case github
  /// GitLab: gitlab.com, or a self-managed server.
  case gitlab
  /// Sign in with Slack.
  case slack
  /// Discord, as an OAuth 2.0 server.
  case discord
  /// Sign In with LinkedIn, in a service.
  case linkedin

  /// What a preset fills in. The configuration takes precedence.
  struct Values: Sendable {
    /// The issuer; nil if each customer has one.
    var issuer: String?
    /// The form of the issuer where each customer has one, to complete the sentence "… must be".
    var issuerForm: String?
    /// The scopes, if the configuration names none.
    var scopes: [String] = ["openid"]
    /// Parameters that this identity provider needs in the authorisation request.
    var authorizationParameters: [(name: String, value: String)] = []
    /// The addresses of an OAuth 2.0 server without metadata; nil for another identity provider.
    var endpoints: OIDCEndpoints?
    /// The metadata, if those that the identity provider publishes have been unreliable; nil if the client fetches the
    /// metadata.
    var metadata: JSONObject?
    /// Whether the configuration may name another issuer, because customers run their own servers.
    var issuerMayDiffer = false
    /// Parts of an issuer's path that many customers share. Tokens then name another issuer.
    var sharedPaths: Set<String> = []
    /// Further names of the issuer in its metadata and tokens.
    var aliases: [String] = []
    /// Whether callbacks name the issuer (RFC 9207), although there are no metadata that announce it.
    var namesItselfInCallbacks = false
    /// Whether the client's secret is sent in the form, whatever the metadata announce.
    var takesSecretInForm = false
    /// Whether the client's secret is a JWT that the key of a team signs.
    var hasSignedSecret = false
    /// Whether the identity provider accepts a PKCE challenge. If it does not, the client needs a secret (RFC 9700
    /// §2.1.1).
    var acceptsPKCE = true
    /// Whether ID tokens repeat the nonce.
    var repeatsNonce = true
    /// Whether a token response may name scopes that were not requested, or requested ones by other names.
    var grantsOtherScopes = false
    /// What separates the granted scopes in a token response.
    var scopeSeparator = OIDCEndpoints.ScopeSeparator.space
    /// The error codes that refuse a renewal.
    var refusals: Set<String> = ["invalid_grant"]
    /// The parameter of the sign-out page that contains the redirect URL.
    var signOutParameter = "post_logout_redirect_uri"
  }
}

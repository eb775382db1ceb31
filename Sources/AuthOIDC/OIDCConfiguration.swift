public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The configuration of an OpenID Connect issuer, or of an OAuth 2.0 server. Only `clientId` or `registration`, and
/// `issuer` or a preset that contains it, are required.
public struct OIDCConfiguration: ProviderConfiguration {
  /// When the parameters of the issuer's page are sent to the issuer first (RFC 9126).
  public enum PushedAuthorization: String, Sendable, CaseIterable {
    /// Only if the issuer requires it.
    case automatic
    /// Always; a sign-in at an issuer without the endpoint fails.
    case required
    /// Never.
    case off
  }

  /// When requests prove possession of a key (RFC 9449).
  public enum DPoP: String, Sendable, CaseIterable {
    /// Only if the issuer announces support for ES256.
    case automatic
    /// Always; a sign-in at an issuer that does not announce support fails.
    case required
    /// Never.
    case off
  }

  /// The responses that count as a refused renewal.
  public enum RefusedRefresh: String, Sendable, CaseIterable {
    /// Only `invalid_grant` (RFC 6749 §5.2).
    case standard
    /// Also HTTP 400 without a body, the response of Glewlwyd 2.7. This is not the default, because a proxy that
    /// removes bodies could then end a session.
    case emptyAnswer
    /// Also `invalid_request`, the response of LemonLDAP::NG 2.16 to a refresh token that it no longer knows.
    case invalidRequest
  }

  /// Where a client's secret is sent (RFC 6749 §2.3.1).
  public enum SecretPlace: String, Sendable, CaseIterable {
    /// In the header `Authorization` (`client_secret_basic`).
    case header
    /// In the form (`client_secret_post`).
    case form
  }

  /// The known identity provider, if the configuration names one.
  public let preset: OIDCPreset?
  /// The issuer, exactly as its metadata and tokens write it; https, or http on loopback.
  public var issuer: String
  /// The client's id at the issuer; nil for a client that registers itself.
  public var clientID: String?
  /// How the client registers itself; nil for a client with an id.
  public var registration: OIDCRegistration?
  /// The client's authentication; a public client has none.
  public var clientAuthentication: OIDCClientAuthentication
  /// Where a client's secret is sent; nil follows the preset, the client's registration or the issuer's metadata, and
  /// is the header if they do not say.
  public var secretPlace: SecretPlace?
  /// Whether the transport shows a certificate of the client (`transport.clientCertificates`): to authenticate it, or
  /// to bind its tokens (RFC 8705).
  public var usesCertificate: Bool
  /// The addresses of an OAuth 2.0 server without metadata; nil for an OpenID Connect issuer.
  public var endpoints: OIDCEndpoints?
  /// The requested scopes; for an OpenID Connect issuer, `openid` is always among them.
  public var scopes: [String]
  /// The method of a flow that does not name one; nil selects the issuer's page if there is a redirect URL, and another
  /// device otherwise.
  public var method: MethodID?
  /// How a token of another session is exchanged; nil unless `method` is `tokenExchange`.
  public var exchange: OIDCExchange?
  /// The redirect URI of flows whose request has no redirect URI, if any.
  public var redirectURL: URL?
  /// The URL to which the issuer's sign-out page redirects, if any.
  public var postLogoutRedirectURL: URL?
  /// Further parameters of the authorisation request.
  public var authorizationParameters: [(name: String, value: String)]
  /// How the issuer's page returns its response.
  public var responseMode: OIDCResponseMode
  /// What sign-ins require of the user's authentication.
  public var requirement: OIDCRequirement
  /// The APIs that the access token is for: absolute URIs (RFC 8707).
  public var resources: [String]
  /// When the authorisation request is pushed (RFC 9126).
  public var pushedAuthorization: PushedAuthorization
  /// Whether a callback must contain `iss` (RFC 9207) even if the metadata do not announce it.
  public var requiresIssuerInCallback: Bool
  /// When requests prove possession of a key.
  public var dpop: DPoP
  /// Whether a bearer token is accepted when a bound one was requested. RFC 9449 §5 allows this only to a client for
  /// which the protection is not important.
  public var allowsBearerDowngrade: Bool
  /// Whether the user's claims are also fetched from the userinfo endpoint (OpenID Connect Core §5.3).
  public var fetchesUserInfo: Bool
  /// The accepted difference between the issuer's clock and this machine's: 0 to 60 seconds.
  public var leeway: Duration
  /// The responses that count as a refused renewal.
  public var refusedRefresh: RefusedRefresh
  /// Whether the access token authorises a revocation. RFC 7009 has no such rule; Glewlwyd requires it of public
  /// clients.
  public var revokesWithAccessToken: Bool
  /// The origins to which credentials may be sent.
  public var origins: [Origin]

  /// Whether the sessions belong to the service itself and not to a user.
  var actsForItself: Bool { method == .clientCredentials }

  /// How the provider differs from the standards.
  var differences: OIDCPreset.Values { preset?.values ?? OIDCPreset.Values() }

  /// How the granted scopes of a token response are read.
  var scopeRule: OIDCTokens.ScopeRule {
    OIDCTokens.ScopeRule(
      separator: (endpoints?.scopeSeparator ?? differences.scopeSeparator).character,
      acceptsOthers: differences.grantsOtherScopes)
  }

  /// Reads the block; Documentation/OIDC.md lists its keys.
  ///
  /// - Throws: `invalid_configuration` for a missing or wrong value.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    preset = try reader.optionalChoice(
      "preset", "a known identity provider, whose issuer and differences from the standards are filled in")
    let known = preset?.values ?? OIDCPreset.Values()
    let named = try reader.optionalString(
      "issuer", "the issuer's URL, exactly as its metadata and tokens write it; required unless the preset has it")
    if let written = named ?? known.issuer {
      issuer = written
    } else {
      issuer = try reader.refused("issuer", known.issuerForm ?? "the issuer's URL", "https://issuer.example")
    }
    guard let origin = Origin(issuer), origin.isAcceptable, let url = URL(string: issuer), !issuer.contains("?"),
      !issuer.contains("#")
    else { throw reader.wrong("issuer", "the URL as the issuer writes it: https, or http on a loopback address only") }
    if let only = known.issuer, issuer != only, !known.issuerMayDiffer {
      // The differences of a preset, and its addresses, must not reach another server.
      _ = try reader.refused("issuer", "left out, because the preset has it, or without the preset", ())
    }
    if url.path.split(separator: "/").contains(where: { known.sharedPaths.contains(String($0)) }) {
      _ = try reader.refused("issuer", "the issuer of one tenant: its tokens name their user's own tenant", ())
    }
    if var block = try reader.object("registration", "how a client without `clientId` registers itself (RFC 7591)") {
      registration = try OIDCRegistration(reading: &block)
      try block.finish()
    }
    clientID = try reader.optionalString(
      "clientId", "the client's id at the issuer; required unless the client registers itself")
    if (clientID == nil) == (registration == nil) {
      _ = try reader.refused("clientId", "present, or left out if there is a registration", ())
    }
    usesCertificate = try reader.bool(
      "clientCertificate",
      "whether a certificate of `transport.clientCertificates` authenticates the client or binds its tokens (RFC 8705)",
      default: false)
    clientAuthentication = try OIDCClientAuthentication(
      reading: &reader, isSigned: known.hasSignedSecret, hasCertificate: usesCertificate)
    secretPlace = try reader.optionalChoice(
      "secretIn",
      "where a client's secret is sent; by default in the header, unless the preset or the metadata say something else")
    if registration != nil, case .secret = clientAuthentication {
      _ = try reader.refused("clientSecret", "left out if there is a registration, which brings the secret", ())
    }
    // A key or a secret that cannot be read has a separate error.
    let isPublic = clientAuthentication.isPublic && !reader.has("clientSecret") && !reader.has("clientKey")
    if !known.acceptsPKCE, isPublic {
      _ = try reader.refused(
        "clientSecret", "present, with allowClientSecret: this provider takes no PKCE, so only a service can use it", ()
      )
    }
    if var block = try reader.object(
      "endpoints", "the addresses of an OAuth 2.0 server without metadata; no metadata are fetched then")
    {
      endpoints = try OIDCEndpoints(reading: &block)
      try block.finish()
    } else {
      endpoints = known.endpoints
    }
    method = try reader.optionalString(
      "method",
      "the method of flows that do not name one; by default `authorization_code` if there is a redirect URL, otherwise "
        + "`device_code`. `client_credentials` or `token_exchange`, if set here, is the only method"
    ).map { MethodID($0) }
    if let method, !OIDCProvider.allMethods.contains(method) {
      _ = try reader.refused(
        "method", "'authorization_code', 'device_code', 'client_credentials' or 'token_exchange'", ())
    }
    let isWithoutUser = method.map { !OIDCProvider.userMethods.contains($0) } ?? false
    if method == .clientCredentials, isPublic, registration == nil {
      _ = try reader.refused(
        "method", "another one for a public client: a service needs a key, a secret or a certificate", ())
    }
    scopes = try Self.scopes(&reader, known, isOpenID: endpoints == nil, isWithoutUser: isWithoutUser)
    if var block = try reader.object("exchange", "the token that the method `token_exchange` exchanges (RFC 8693)") {
      exchange = try OIDCExchange(reading: &block)
      try block.finish()
    }
    if method == .tokenExchange {
      exchange = exchange ?? OIDCExchange()
    } else if exchange != nil {
      exchange = try reader.refused("exchange", "left out unless the method is 'token_exchange'", nil)
    }
    redirectURL = try Self.redirect(&reader, "redirectURL", "the redirect URI for flows whose request has none")
    postLogoutRedirectURL = try Self.redirect(
      &reader, "postLogoutRedirectURL", "the URL to which the sign-out page redirects")
    authorizationParameters = try Self.parameters(&reader, known)
    responseMode = try reader.choice(
      "responseMode", "how the issuer's page returns its response: `form_post` is for services",
      default: OIDCResponseMode.query)
    requirement = try OIDCRequirement(reading: &reader)
    if endpoints != nil, requirement != OIDCRequirement() {
      _ = try reader.refused(
        "endpoints", "left out with acrValues, maxAgeSeconds or claims, which only an ID token can confirm", ())
    }
    resources = try Self.resources(&reader)
    pushedAuthorization = try reader.choice(
      "pushedAuthorization",
      "whether the parameters of the issuer's page are sent to the issuer first (RFC 9126); `automatic`: if the issuer "
        + "requires it", default: PushedAuthorization.automatic)
    requiresIssuerInCallback = try reader.bool(
      "requireIssuerInCallback",
      "whether a callback must contain `iss` even if the metadata do not announce it (RFC 9207)", default: false)
    dpop = try reader.choice(
      "dpop", "whether tokens are bound to a key (RFC 9449); `automatic`: if the issuer announces it",
      default: DPoP.automatic)
    allowsBearerDowngrade = try reader.bool(
      "allowBearerDowngrade", "whether an unbound token is accepted when a bound one was requested", default: false)
    fetchesUserInfo = try reader.bool("userInfo", "whether the user's claims are fetched too", default: false)
    leeway = .seconds(
      try reader.integer(
        "leewaySeconds", "the accepted clock difference to the issuer, in seconds", default: 10, in: 0...60))
    refusedRefresh = try reader.choice(
      "refusedRefresh",
      "the refusal of a renewal: `invalid_grant`, or also 400 without a body, or `invalid_request`",
      default: RefusedRefresh.standard)
    revokesWithAccessToken = try reader.bool(
      "revokeWithAccessToken",
      "whether the access token authorises a revocation, which some servers require of public clients", default: false)
    origins = try reader.origins(
      "origins",
      "where credentials may be sent: by default the origins of the issuer and of the token and user endpoints",
      default: [url] + (endpoints.map { [$0.token, $0.userInfo] } ?? []))
  }
}

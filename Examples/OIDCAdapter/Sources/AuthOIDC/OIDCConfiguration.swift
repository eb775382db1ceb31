public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The configuration of an OpenID Connect issuer. Only `issuer` and `clientId` are required.
public struct OIDCConfiguration: ProviderConfiguration {
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
  }

  /// The issuer, exactly as its metadata and tokens write it; https, or http on loopback.
  public var issuer: String
  /// The client's id at the issuer.
  public var clientID: String
  /// The client's authentication; a public client has none.
  public var clientAuthentication: OIDCClientAuthentication
  /// The requested scopes; `openid` is always among them.
  public var scopes: [String]
  /// The method of a flow that does not name one; nil selects the issuer's page if there is a redirect URL, and another
  /// device otherwise.
  public var method: MethodID?
  /// The redirect URI of flows whose request has no redirect URI, if any.
  public var redirectURL: URL?
  /// The URL to which the issuer's sign-out page redirects, if any.
  public var postLogoutRedirectURL: URL?
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

  /// Reads `issuer`, `clientId`, `clientSecret`, `allowClientSecret`, `clientKey`, `clientKeyId`, `scopes`, `method`,
  /// `redirectURL`, `postLogoutRedirectURL`, `requireIssuerInCallback`, `dpop`, `allowBearerDowngrade`, `userInfo`,
  /// `leewaySeconds`, `refusedRefresh`, `revokeWithAccessToken` and `origins`.
  ///
  /// - Throws: `invalid_configuration` for a missing or wrong value.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    issuer = try reader.string("issuer")
    guard let origin = Origin(issuer), origin.isAcceptable, let url = URL(string: issuer), !issuer.contains("?"),
      !issuer.contains("#")
    else { throw reader.wrong("issuer", "the URL as the issuer writes it: https, or http on a loopback address only") }
    clientID = try reader.string("clientId")
    clientAuthentication = try OIDCClientAuthentication(reading: &reader)
    let named = try reader.strings("scopes")
    guard named.allSatisfy(Self.isScope) else { throw reader.wrong("scopes", "a list of scopes without spaces") }
    scopes = named.contains("openid") ? named : ["openid"] + named
    method = try reader.optionalString("method").map { MethodID($0) }
    if let method, !OIDCProvider.allMethods.contains(method) {
      throw reader.wrong("method", "'authorization_code' or 'device_code'")
    }
    redirectURL = try Self.redirect(&reader, "redirectURL")
    postLogoutRedirectURL = try Self.redirect(&reader, "postLogoutRedirectURL")
    requiresIssuerInCallback = try reader.bool("requireIssuerInCallback", default: false)
    dpop = try reader.choice("dpop", default: DPoP.automatic)
    allowsBearerDowngrade = try reader.bool("allowBearerDowngrade", default: false)
    fetchesUserInfo = try reader.bool("userInfo", default: false)
    leeway = .seconds(try reader.integer("leewaySeconds", default: 10, in: 0...60))
    refusedRefresh = try reader.choice("refusedRefresh", default: RefusedRefresh.standard)
    revokesWithAccessToken = try reader.bool("revokeWithAccessToken", default: false)
    origins = try reader.origins(default: [url])
  }

  /// Reads a redirect URI without changing its text: an app's own scheme, https, or http on loopback (RFC 8252 §7),
  /// without a fragment (RFC 6749 §3.1.2).
  private static func redirect(_ reader: inout ConfigurationReader, _ key: String) throws(AuthError) -> URL? {
    guard let text = try reader.optionalString(key) else { return nil }
    guard let url = URL(string: text), OIDCRedirect.isAcceptable(url) else {
      throw reader.wrong(key, "https, http on a loopback address, or the app's own scheme, without a fragment")
    }
    return url
  }

  /// Returns whether the text is a scope (RFC 6749 §3.3).
  private static func isScope(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
  }
}

/// The rules for redirect URIs.
enum OIDCRedirect {
  static func isAcceptable(_ url: URL) -> Bool {
    let text = url.absoluteString
    guard !text.contains("#"), let scheme = url.scheme?.lowercased() else { return false }
    if scheme == "http" || scheme == "https" { return Origin(url)?.isAcceptable == true }
    return !["javascript", "data", "file", "about", "blob"].contains(scheme)
  }

  /// Returns the callback scheme for the system's browser sheet; nil for http and https.
  static func callbackScheme(_ url: URL) -> String? {
    guard let scheme = url.scheme?.lowercased(), scheme != "http", scheme != "https" else { return nil }
    return scheme
  }
}

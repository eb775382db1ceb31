import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The address that an identity provider sends users back to, by the vendor's rules (T26 to T30).
struct OAuthDestination: Sendable, Equatable {
  /// The redirect URL in the request to the identity provider.
  let redirectURL: String
  /// The callback's scheme; nil if a web address receives the callback. A web page redirects to the scheme that its
  /// address names, or else to the app's scheme. A web address that the flow gives receives the callback directly.
  let callbackScheme: String?

  /// The destination for an identity provider.
  ///
  /// Google, Apple and Facebook accept only web addresses, so a page redirects to the app. If the app has its own
  /// scheme, `?scheme=` in the page's address names it. The page is the first available of these: the page configured
  /// for the identity provider, the page configured for all identity providers, the dashboard's page and, if there is
  /// an `appScheme`, the vendor's page. Discord and X use the address configured for the identity provider, or else the
  /// scheme itself. Without an `appScheme`, they use the page configured for all identity providers, or else the
  /// dashboard's.
  ///
  /// - Parameters:
  ///   - flow: the address that the flow gives, which replaces all other addresses; nil if it gives none.
  ///   - dashboard: the page from the vendor's dashboard; nil if it was not read or is not set.
  /// - Throws: `invalid_configuration` if no redirect URL of the app is configured, or if the URL is plain http and not
  ///   on loopback: others can then read the code or token in it (RFC 9700 §2.6).
  init(
    of provider: TurnkeyOAuthProvider, flow: String?, _ oauth: TurnkeyOAuthConfiguration, dashboard: String?
  ) throws(AuthError) {
    let own = oauth.clients[provider.rawValue]?.redirectURL
    let scheme = oauth.appScheme
    let address: String
    if let flow {
      address = flow
    } else if provider.comesBackByPage {
      let page = own ?? oauth.redirectURL ?? dashboard ?? (scheme.map { _ in oauth.redirectPageURL.absoluteString })
      guard let page else { throw Self.noWayBack(provider) }
      address = scheme.map { Self.naming($0, page) } ?? page
    } else {
      guard let direct = own ?? scheme.map({ $0 + "://" }) ?? oauth.redirectURL ?? dashboard else {
        throw Self.noWayBack(provider)
      }
      address = direct
    }
    redirectURL = provider.needsPath ? Self.withPath(address) : address
    if let origin = Origin(address) {
      guard origin.isAcceptable else { throw Self.unprotected(provider) }
      callbackScheme = flow == nil ? Self.schemeNamed(in: address) ?? scheme : nil
    } else {
      callbackScheme = String(address.prefix { $0 != ":" })
    }
  }

  /// Whether the dashboard's page has to be read: true if neither the flow nor the configuration gives an address, and
  /// the identity provider needs a page or there is no `appScheme`.
  static func asksDashboard(
    of provider: TurnkeyOAuthProvider, flow: String?, _ oauth: TurnkeyOAuthConfiguration
  ) -> Bool {
    guard flow == nil, oauth.clients[provider.rawValue]?.redirectURL == nil, oauth.redirectURL == nil else {
      return false
    }
    return provider.comesBackByPage || oauth.appScheme == nil
  }

  /// The page with the app's scheme in its query. An address that is not a page, or already names a scheme, is returned
  /// unchanged.
  private static func naming(_ scheme: String, _ page: String) -> String {
    guard Origin(page) != nil, schemeNamed(in: page) == nil else { return page }
    return page + (page.contains("?") ? "&" : "?") + "scheme=" + PercentEncoding.encode(scheme)
  }

  private static func schemeNamed(in page: String) -> String? {
    let fields = PercentEncoding.decodeForm(page.drop { $0 != "?" }.dropFirst()) ?? []
    return fields.first { $0.name == "scheme" && !$0.value.isEmpty }?.value
  }

  /// The address with a slash after its host, as the vendor's page builds it.
  private static func withPath(_ address: String) -> String {
    guard Origin(address) != nil, let scheme = address.range(ofASCII: "://") else { return address }
    let rest = address[scheme.upperBound...]
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return host.endIndex < rest.endIndex && rest[host.endIndex] == "/"
      ? address : address[..<host.endIndex] + "/" + address[host.endIndex...]
  }

  private static func noWayBack(_ provider: TurnkeyOAuthProvider) -> AuthError {
    AuthError(
      .invalidConfiguration,
      "A sign-in with \(provider.label) needs a redirect address. Set oauth.appScheme or "
        + "oauth.\(provider.rawValue).redirectUri.")
  }

  private static func unprotected(_ provider: TurnkeyOAuthProvider) -> AuthError {
    AuthError(
      .invalidConfiguration,
      "The redirect address of a sign-in with \(provider.label) is not protected by TLS. Use an https address, an app "
        + "scheme, or http on loopback.")
  }
}

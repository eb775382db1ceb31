import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where an identity provider is to send users back to, by the vendor's rules (T26 to T30).
struct OAuthDestination: Sendable, Equatable {
  /// What the provider is told.
  let redirectURL: String
  /// The scheme that the callback will have, where it is one of the app's own: a web page leads back to the scheme that
  /// it names, else to the app's. A web address of the flow comes back by itself.
  let callbackScheme: String?

  /// The destination of a provider.
  ///
  /// Google, Apple and Facebook take web addresses alone, so a page leads back to an app with a scheme of its own,
  /// which `?scheme=` names: the provider's own page, else the configured one, else the dashboard's, else the vendor's.
  /// Discord and X come back to the scheme itself unless they have an address of their own.
  ///
  /// - Parameters:
  ///   - flow: what the flow says, an address that comes back by itself: taken as it is.
  ///   - dashboard: the page of the vendor's dashboard, where that was asked.
  /// - Throws: `invalid_configuration` where there is no way back.
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
    if Origin(address) == nil {
      callbackScheme = String(address.prefix { $0 != ":" })
    } else {
      callbackScheme = flow == nil ? Self.schemeNamed(in: address) ?? scheme : nil
    }
  }

  /// Whether the dashboard's page counts: where neither the flow nor the configuration says one.
  static func asksDashboard(
    of provider: TurnkeyOAuthProvider, flow: String?, _ oauth: TurnkeyOAuthConfiguration
  ) -> Bool {
    guard flow == nil, oauth.clients[provider.rawValue]?.redirectURL == nil, oauth.redirectURL == nil else {
      return false
    }
    return provider.comesBackByPage || oauth.appScheme == nil
  }

  /// The page with the app's scheme in its query; one that is no page, or names a scheme already, as it is.
  private static func naming(_ scheme: String, _ page: String) -> String {
    guard Origin(page) != nil, schemeNamed(in: page) == nil else { return page }
    return page + (page.contains("?") ? "&" : "?") + "scheme=" + PercentEncoding.encode(scheme)
  }

  private static func schemeNamed(in page: String) -> String? {
    let fields = PercentEncoding.decodeForm(page.drop { $0 != "?" }.dropFirst()) ?? []
    return fields.first { $0.name == "scheme" && !$0.value.isEmpty }?.value
  }

  /// An address with a slash after its host, as the vendor's page makes them.
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
      "A sign-in by \(provider.label) has to come back; set oauth.appScheme or oauth.\(provider.rawValue).redirectUri.")
  }
}

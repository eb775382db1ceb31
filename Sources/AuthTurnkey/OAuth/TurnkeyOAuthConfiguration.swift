import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The identity providers that users can sign in with: the block `oauth`.
public struct TurnkeyOAuthConfiguration: Sendable, Hashable {
  /// The settings of one identity provider.
  public struct Client: Sendable, Hashable {
    /// The app's client ID at the identity provider; nil if it is set in the vendor's dashboard.
    public var clientID: String?
    /// The app's client IDs on other platforms. An account is registered for all of them at once, since the vendor
    /// otherwise treats the account at each client ID as a separate identity.
    public var secondaryClientIDs: [String] = []
    /// The address that the identity provider sends users back to; nil if it is the same as for the others.
    public var redirectURL: String?
    /// The URL of a page that replaces the identity provider's sign-in page, for tests; nil for that page.
    public var authorizeURL: String?
    /// The URL of a token endpoint that replaces the identity provider's, for tests; nil for that endpoint.
    public var tokenURL: String?
  }

  /// The settings by the identity provider's name: `google`, `apple`, `discord`, `x`, `facebook`.
  public var clients: [String: Client]
  /// The page that redirects users from Google, Apple and Facebook to the app; nil for the dashboard's or the vendor's
  /// page. `?scheme=` is appended if there is an `appScheme`. An identity provider's own `redirectURL` and the flow's
  /// redirect URL take precedence. Discord and X use this page only if there is no `appScheme`.
  public var redirectURL: String?
  /// The app's URL scheme for callbacks, without `://`; nil if callbacks arrive at web addresses.
  public var appScheme: String?
  /// The app's bundle ID, which is its client ID in Apple's own sheet; by default the bundle ID of the running app
  /// (T33).
  public var bundleID: String?
  /// The vendor's page that redirects users to Google, Apple and Facebook.
  public var originURL: URL
  /// The vendor's page that redirects to apps with their own scheme.
  public var redirectPageURL: URL

  /// Reads the block.
  ///
  /// - Throws: `invalid_configuration`.
  init(reading block: ConfigurationReader?, runningApp: String? = RunningApp.bundleID) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "oauth", sources: ConfigurationSources())
    redirectURL = try reader.optionalString("redirectUri", "the address that users return to")
    appScheme = try reader.optionalString("appScheme", "the app's URL scheme, for callbacks")
      .map { $0.hasSuffix("://") ? String($0.dropLast(3)) : $0 }
    bundleID =
      try reader.optionalString(
        "bundleId", "the app's bundle id, which is the client id in Apple's own sheet; by default the running app's")
      ?? runningApp
    originURL = try reader.baseURL(
      "originURL", "the vendor's page that leads to the identity providers", default: "https://oauth-origin.turnkey.com"
    )
    redirectPageURL = try reader.baseURL(
      "redirectPageURL", "the vendor's page that redirects to apps with their own scheme",
      default: "https://oauth-redirect.turnkey.com")
    var clients: [String: Client] = [:]
    for provider in TurnkeyOAuthProvider.allCases {
      guard var settings = try reader.object(provider.rawValue, "the app's client at this identity provider") else {
        continue
      }
      var client = Client(
        clientID: try settings.optionalString(
          "clientId", "the app's client id at this identity provider; by default the dashboard's"))
      client.secondaryClientIDs = try settings.strings("secondaryClientIds", "the app's client ids on other platforms")
      client.redirectURL = try settings.optionalString("redirectUri", "the address that users return to")
      client.authorizeURL = try settings.optionalBaseURL(
        "authorizeURL", "a page that replaces the identity provider's own")?
        .absoluteString
      client.tokenURL = try settings.optionalBaseURL(
        "tokenURL", "a token endpoint that replaces the identity provider's own")?
        .absoluteString
      try settings.finish()
      clients[provider.rawValue] = client
    }
    self.clients = clients
    try reader.finish()
  }

  /// The configured identity providers.
  var providers: [TurnkeyOAuthProvider] { TurnkeyOAuthProvider.allCases.filter { clients[$0.rawValue] != nil } }
}

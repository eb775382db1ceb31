/// An identity provider that users can sign in with, and its protocol (T24, T26, T28, T35).
enum TurnkeyOAuthProvider: String, Sendable, Hashable, CaseIterable {
  case google, apple, discord, x, facebook

  /// The kind of result that the identity provider's page returns.
  enum Grant: Sendable, Hashable {
    /// An identity token, through the vendor's own page.
    case identityToken
    /// A code that the vendor exchanges.
    case vendorExchange(provider: String)
    /// A code that this package exchanges at the identity provider.
    case directExchange
  }

  var grant: Grant {
    switch self {
    case .google, .apple: .identityToken
    case .discord: .vendorExchange(provider: "OAUTH2_PROVIDER_DISCORD")
    case .x: .vendorExchange(provider: "OAUTH2_PROVIDER_X")
    case .facebook: .directExchange
    }
  }

  /// The page where the user signs in; nil if the vendor's own page redirects to it.
  var authorizeURL: String? {
    switch self {
    case .google, .apple, .facebook: nil
    case .discord: "https://discord.com/oauth2/authorize"
    case .x: "https://x.com/i/oauth2/authorize"
    }
  }

  /// Whether the identity provider accepts only web addresses, so that a page has to redirect to an app with its own
  /// scheme.
  var comesBackByPage: Bool {
    switch self {
    case .google, .apple, .facebook: true
    case .discord, .x: false
    }
  }

  /// Whether the vendor's page puts a slash after the host of its redirect address (T30).
  var needsPath: Bool { self == .apple || self == .facebook }

  /// The identity provider's token endpoint (T3); nil unless this package exchanges the identity provider's codes.
  var tokenURL: String? { self == .facebook ? "https://graph.facebook.com/v23.0/oauth/access_token" : nil }

  /// The scope in the request to the identity provider's page; nil if the request has no scope.
  var scope: String? {
    switch self {
    case .google, .apple: nil
    case .discord: "identify email"
    case .x: "tweet.read users.read"
    case .facebook: "openid"
    }
  }

  /// The vendor's name for the account's identity provider.
  var accountName: String { self == .x ? "twitter" : rawValue }

  /// The display name.
  var label: String {
    switch self {
    case .google: "Google"
    case .apple: "Apple"
    case .discord: "Discord"
    case .x: "X"
    case .facebook: "Facebook"
    }
  }
}

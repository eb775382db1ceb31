/// An identity provider that users can come from, and how it is spoken to (T24, T26, T28, T35).
enum TurnkeyOAuthProvider: String, Sendable, Hashable, CaseIterable {
  case google, apple, discord, x, facebook

  /// What comes back from the provider's page.
  enum Grant: Sendable, Hashable {
    /// An identity token, by way of the vendor's own page.
    case identityToken
    /// A code that the vendor exchanges.
    case vendorExchange(provider: String)
    /// A code that is exchanged at the provider.
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

  /// The page that asks the user; nil where the vendor's own page leads there.
  var authorizeURL: String? {
    switch self {
    case .google, .apple, .facebook: nil
    case .discord: "https://discord.com/oauth2/authorize"
    case .x: "https://x.com/i/oauth2/authorize"
    }
  }

  /// Whether it takes web addresses alone, so that a page has to lead back to an app with a scheme of its own.
  var comesBackByPage: Bool {
    switch self {
    case .google, .apple, .facebook: true
    case .discord, .x: false
    }
  }

  /// Whether the vendor's page puts a slash after the host of its redirect address (T30).
  var needsPath: Bool { self == .apple || self == .facebook }

  /// Where the provider itself exchanges its codes (T3).
  var tokenURL: String? { self == .facebook ? "https://graph.facebook.com/v23.0/oauth/access_token" : nil }

  /// What is asked for.
  var scope: String? {
    switch self {
    case .google, .apple: nil
    case .discord: "identify email"
    case .x: "tweet.read users.read"
    case .facebook: "openid"
    }
  }

  /// What the account is called at the vendor.
  var accountName: String { self == .x ? "twitter" : rawValue }

  /// For people.
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

/// An identity provider that users can come from, and how it is spoken to (Turnkey protocol notes §7).
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
    case .google, .apple: nil
    case .discord: "https://discord.com/oauth2/authorize"
    case .x: "https://x.com/i/oauth2/authorize"
    case .facebook: "https://www.facebook.com/v23.0/dialog/oauth"
    }
  }

  /// Where the provider itself exchanges its codes. GUESS: the notes name the host alone; the path is that of the
  /// provider's own documents, in the version of its page.
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

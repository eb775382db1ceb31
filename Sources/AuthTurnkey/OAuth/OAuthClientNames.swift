import AuthCore

/// The app's client IDs at an identity provider. An account is registered for all client IDs at once, so that the
/// vendor finds a user who signed up with one client ID and signs in with another (T32, T33).
struct OAuthClientNames: Sendable, Equatable {
  /// The client ID for sign-ins on the identity provider's web pages; for Apple, the services ID.
  let clientID: String?
  /// The client ID for sign-ins in Apple's own sheet.
  let bundleID: String?
  /// The client IDs on other platforms.
  let secondary: [String]
  /// Whether users sign in with the identity provider's own tokens, whose audience is the app's client ID.
  let isNamedByTokens: Bool

  init(of provider: TurnkeyOAuthProvider, _ oauth: TurnkeyOAuthConfiguration, clientID: String?) {
    self.clientID = clientID
    bundleID = provider == .apple ? oauth.bundleID : nil
    secondary = oauth.clients[provider.rawValue]?.secondaryClientIDs ?? []
    isNamedByTokens = provider.grant == .identityToken
  }

  /// The client IDs to register in addition to the audience of a token, with the bundle ID first.
  func others(than audience: String?) -> [String] {
    guard isNamedByTokens else { return secondary }
    var names: [String] = []
    for name in [bundleID, clientID].compactMap(\.self) + secondary where name != audience && !names.contains(name) {
      names.append(name)
    }
    return names
  }
}

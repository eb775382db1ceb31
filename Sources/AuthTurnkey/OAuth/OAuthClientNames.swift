import AuthCore

/// The app's client IDs at an identity provider. An account is registered for all of them at once, so that a user who
/// signed in with one of them is found by the others (T32, T33).
struct OAuthClientNames: Sendable, Equatable {
  /// The client ID on the provider's pages; for Apple, the services ID.
  let clientID: String?
  /// The client ID in Apple's own sheet.
  let bundleID: String?
  /// The client IDs on other platforms.
  let secondary: [String]
  /// Whether the tokens that sign the user in are the provider's own, whose audience is the app's client ID.
  let isNamedByTokens: Bool

  init(of provider: TurnkeyOAuthProvider, _ oauth: TurnkeyOAuthConfiguration, clientID: String?) {
    self.clientID = clientID
    bundleID = provider == .apple ? oauth.bundleID : nil
    secondary = oauth.clients[provider.rawValue]?.secondaryClientIDs ?? []
    isNamedByTokens = provider.grant == .identityToken
  }

  /// The client IDs other than the one that a token was issued to, the bundle ID first.
  func others(than audience: String?) -> [String] {
    guard isNamedByTokens else { return secondary }
    var names: [String] = []
    for name in [bundleID, clientID].compactMap(\.self) + secondary where name != audience && !names.contains(name) {
      names.append(name)
    }
    return names
  }
}

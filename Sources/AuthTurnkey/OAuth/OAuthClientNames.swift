import AuthCore

/// The app's names at an identity provider: an account is registered for all of them at once, so that a user who came
/// by one of them is found by the others (T32, T33).
struct OAuthClientNames: Sendable, Equatable {
  /// The app's name in the provider's pages: of Apple the services id.
  let clientID: String?
  /// The app's name in Apple's own sheet.
  let bundleID: String?
  /// Its names on other platforms.
  let secondary: [String]
  /// Whether the provider's own tokens name the app.
  let isNamedByTokens: Bool

  init(of provider: TurnkeyOAuthProvider, _ oauth: TurnkeyOAuthConfiguration, clientID: String?) {
    self.clientID = clientID
    bundleID = provider == .apple ? oauth.bundleID : nil
    secondary = oauth.clients[provider.rawValue]?.secondaryClientIDs ?? []
    isNamedByTokens = provider.grant == .identityToken
  }

  /// The names beside the one that a token was given to: the bundle id first.
  func others(than audience: String?) -> [String] {
    guard isNamedByTokens else { return secondary }
    var names: [String] = []
    for name in [bundleID, clientID].compactMap(\.self) + secondary where name != audience && !names.contains(name) {
      names.append(name)
    }
    return names
  }
}

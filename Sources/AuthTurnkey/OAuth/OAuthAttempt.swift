import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One attempt to sign in at an identity provider: the key that the identity token is bound to, and the values that the
/// callback is checked with.
struct OAuthAttempt: Sendable {
  let provider: TurnkeyOAuthProvider
  /// The app's client ID at the identity provider, from the configuration or the dashboard.
  let clientID: String
  /// The identity provider's settings in the configuration; nil if the configuration has none.
  let client: TurnkeyOAuthConfiguration.Client?
  /// The address to which the identity provider sends the user.
  let redirectURL: String
  /// The callback's scheme; nil if a web address receives the callback.
  let callbackScheme: String?
  let state: String
  /// The PKCE values; nil if there is no code exchange.
  let proof: PKCE?
  /// The ID of the session to open.
  let sessionID: SessionID
  /// The key of the session to open.
  let key: KeyReference

  var nonce: String { OAuthNonce.of(publicKeyHex: Hex.encode(key.publicKey)) }

  /// The prompt with the page to open.
  ///
  /// - Throws: `invalid_configuration` if the address of the page is not a valid URL.
  func prompt(_ configuration: TurnkeyOAuthConfiguration) throws(AuthError) -> Prompt {
    let own = client?.authorizeURL ?? provider.authorizeURL
    let base = own ?? configuration.originURL.absoluteString
    var fields: [(name: String, value: String)] = []
    if provider.grant == .identityToken || own == nil {
      // These are the fields of the vendor's page (T24).
      fields = [
        ("provider", provider.rawValue), ("clientId", clientID), ("redirectUri", redirectURL), ("nonce", nonce),
      ]
      if let proof { fields.append(("codeChallenge", proof.challenge)) }
      fields.append(("state", state))
    } else {
      fields = [
        ("client_id", clientID), ("redirect_uri", redirectURL), ("response_type", "code"), ("state", state),
      ]
      // The vendor binds its own tokens to the key at the exchange, and its clients do not send a nonce to these pages
      // (T35).
      if provider.grant == .directExchange { fields.append(("nonce", nonce)) }
      if let proof { fields += [("code_challenge", proof.challenge), ("code_challenge_method", PKCE.method)] }
      if let scope = provider.scope { fields.append(("scope", scope)) }
    }
    let separator = base.contains("?") ? "&" : "?"
    // A space in a scope is sent as %20, because not every identity provider's page accepts a plus sign for a space.
    let query = fields.map { $0.name + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
    guard let url = URL(string: base + separator + query) else {
      throw AuthError(
        .invalidConfiguration,
        "The address of the sign-in page is not a valid URL. "
          + "Check oauth.\(provider.rawValue).authorizeURL and oauth.originURL.")
    }
    return .redirect(RedirectPrompt(url: url, callbackScheme: callbackScheme, callbackState: state))
  }

  /// Reads the identity provider's response.
  ///
  /// - Throws: the errors of `OAuthCallback`, and `invalid_token` for an identity token that is bound to another key.
  func receive(_ callback: URL) throws(AuthError) -> OAuthCallback.Content {
    let content = try OAuthCallback.read(
      callback, state: state, scheme: callbackScheme, wantsToken: provider.grant == .identityToken)
    if case .identityToken(let token) = content { try IdentityClaims(token).check(nonce: nonce) }
    return content
  }
}

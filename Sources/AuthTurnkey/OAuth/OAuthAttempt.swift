import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One visit to an identity provider: the key that its token is to be bound to, and what the callback is checked by.
struct OAuthAttempt: Sendable {
  let provider: TurnkeyOAuthProvider
  /// The app's name there, as the configuration or the dashboard says it.
  let clientID: String
  /// What else is configured.
  let client: TurnkeyOAuthConfiguration.Client?
  /// Where the provider sends the user to.
  let redirectURL: String
  /// The scheme of the callback, where it is one of the app's own.
  let callbackScheme: String?
  let state: String
  /// The proof key; nil where no code is exchanged.
  let proof: PKCE?
  /// The session to come.
  let sessionID: SessionID
  /// Its key.
  let key: KeyReference

  var nonce: String { OAuthNonce.of(publicKeyHex: Hex.encode(key.publicKey)) }

  /// The page to open.
  ///
  /// - Throws: `invalid_configuration` when the addresses give no URL.
  func prompt(_ configuration: TurnkeyOAuthConfiguration) throws(AuthError) -> Prompt {
    let own = client?.authorizeURL ?? provider.authorizeURL
    let base = own ?? configuration.originURL.absoluteString
    var fields: [(name: String, value: String)] = []
    if provider.grant == .identityToken || own == nil {
      // The vendor's page (T24).
      fields = [
        ("provider", provider.rawValue), ("clientId", clientID), ("redirectUri", redirectURL), ("nonce", nonce),
      ]
      if let proof { fields.append(("codeChallenge", proof.challenge)) }
      fields.append(("state", state))
    } else {
      fields = [
        ("client_id", clientID), ("redirect_uri", redirectURL), ("response_type", "code"), ("state", state),
      ]
      // The vendor binds its own tokens to the key at the exchange, and its clients send these pages no nonce (T35).
      if provider.grant == .directExchange { fields.append(("nonce", nonce)) }
      if let proof { fields += [("code_challenge", proof.challenge), ("code_challenge_method", PKCE.method)] }
      if let scope = provider.scope { fields.append(("scope", scope)) }
    }
    let separator = base.contains("?") ? "&" : "?"
    // A blank in a scope is %20: not every provider's page takes a plus for one.
    let query = fields.map { $0.name + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
    guard let url = URL(string: base + separator + query) else {
      throw AuthError(.invalidConfiguration, "oauth.\(provider.rawValue) gives no address that can be opened.")
    }
    return .redirect(RedirectPrompt(url: url, callbackScheme: callbackScheme, callbackState: state))
  }

  /// What the provider gave.
  ///
  /// - Throws: what `OAuthCallback` throws; `invalid_token` for an identity token that is bound to another key.
  func receive(_ callback: URL) throws(AuthError) -> OAuthCallback.Content {
    let content = try OAuthCallback.read(
      callback, state: state, scheme: callbackScheme, wantsToken: provider.grant == .identityToken)
    if case .identityToken(let token) = content { try IdentityClaims(token).check(nonce: nonce) }
    return content
  }
}

import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a flow that waits for its callback. It binds the callback, the code and the ID token to this flow.
struct PendingAuthorization: Sendable {
  /// 256 random bits, which the callback has to repeat (RFC 6749 §10.12).
  let state: String
  /// 256 random bits, which the ID token has to repeat (OpenID Connect Core §3.1.2.1).
  let nonce: String
  /// The PKCE verifier (RFC 7636 §4.1).
  let verifier: Secret
  /// The text of the redirect URI, exactly as the request for the page contains it.
  let redirectURI: String
  /// The issuer of the page.
  let issuer: String
  /// Whether the callback has to name the issuer.
  let requiresIssuer: Bool
  /// The URL of the page.
  let url: URL

  /// The prompt that shows the page.
  var prompt: Prompt {
    .redirect(
      RedirectPrompt(
        url: url, callbackScheme: URL(string: redirectURI).flatMap(OIDCRedirect.callbackScheme), callbackState: state))
  }

  /// Generates the values for one flow, and the URL of its page.
  ///
  /// - Throws: `malformed_response` if the issuer's `authorization_endpoint` makes no URL.
  init(
    endpoint: URL, metadata: OIDCMetadata, configuration: OIDCConfiguration, redirectURL: URL, loginHint: String?,
    prompt: String?, random: any RandomSource
  ) throws(AuthError) {
    state = random.token(byteCount: 32)
    nonce = random.token(byteCount: 32)
    let proof = PKCE(random: random)
    verifier = proof.verifier
    redirectURI = redirectURL.absoluteString
    issuer = metadata.issuer
    requiresIssuer = metadata.announcesIssuerInCallback || configuration.requiresIssuerInCallback
    var query: [(name: String, value: String)] = [
      ("response_type", "code"), ("client_id", configuration.clientID), ("redirect_uri", redirectURI),
      ("scope", configuration.scopes.joined(separator: " ")), ("state", state), ("nonce", nonce),
      ("code_challenge", proof.challenge), ("code_challenge_method", PKCE.method),
    ]
    if let loginHint { query.append(("login_hint", loginHint)) }
    if let prompt { query.append(("prompt", prompt)) }
    let text = endpoint.absoluteString
    let address = text + (text.contains("?") ? "&" : "?") + PercentEncoding.encodeForm(query)
    guard let url = URL(string: address) else {
      throw AuthError(.malformedResponse, "The issuer's 'authorization_endpoint' is not a valid URL.")
    }
    self.url = url
  }

  /// Reads the form that `json` writes; nil for any other form.
  init?(json: JSONValue) {
    guard let state = json["state"]?.stringValue, let nonce = json["nonce"]?.stringValue,
      let verifier = json["verifier"]?.stringValue, let redirectURI = json["redirect_uri"]?.stringValue,
      let issuer = json["issuer"]?.stringValue, let requiresIssuer = json["requires_issuer"]?.boolValue,
      let url = (json["url"]?.stringValue).flatMap({ URL(string: $0) })
    else { return nil }
    self.state = state
    self.nonce = nonce
    self.verifier = Secret(verifier)
    self.redirectURI = redirectURI
    self.issuer = issuer
    self.requiresIssuer = requiresIssuer
    self.url = url
  }

  /// The JSON for the sealed record of a suspended flow.
  var json: JSONValue {
    [
      "state": .string(state), "nonce": .string(nonce), "verifier": .string(verifier.revealText()),
      "redirect_uri": .string(redirectURI), "issuer": .string(issuer), "requires_issuer": .bool(requiresIssuer),
      "url": .string(url.absoluteString),
    ]
  }
}

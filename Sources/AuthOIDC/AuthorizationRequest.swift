import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parameters of one authorisation request (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1), and the values that
/// bind its response to this flow.
struct AuthorizationRequest: Sendable {
  /// 256 random bits, which the callback has to repeat (RFC 6749 §10.12).
  let state: String
  /// 256 random bits, which the ID token has to repeat (OpenID Connect Core §3.1.2.1); nil if none are sent.
  let nonce: String?
  /// The PKCE verifier (RFC 7636 §4.1); nil if no challenge is sent.
  let verifier: Secret?
  /// The client's id.
  let clientID: String
  /// The text of the redirect URI, exactly as the request contains it.
  let redirectURI: String
  let fields: [(name: String, value: String)]

  /// Generates the values of one flow.
  ///
  /// - Parameters:
  ///   - configuration: the instance's configuration.
  ///   - clientID: the client's id.
  ///   - redirectURL: the redirect URI.
  ///   - loginHint: the user's identifier, if known.
  ///   - prompt: the parameter `prompt`; nil for none.
  ///   - requirement: what the user's authentication has to fulfil.
  ///   - thumbprint: the thumbprint of the key to which the tokens will be bound (RFC 9449 §10); nil for none.
  ///   - random: makes the random values.
  init(
    _ configuration: OIDCConfiguration, clientID: String, redirectURL: URL, loginHint: String?, prompt: String?,
    requirement: OIDCRequirement, thumbprint: String?, random: any RandomSource
  ) {
    state = random.token(byteCount: 32)
    let differences = configuration.differences
    // Only an OpenID Connect issuer knows the parameter.
    nonce = configuration.endpoints == nil && differences.repeatsNonce ? random.token(byteCount: 32) : nil
    let proof = differences.acceptsPKCE ? PKCE(random: random) : nil
    verifier = proof?.verifier
    self.clientID = clientID
    redirectURI = redirectURL.absoluteString
    var fields: [(name: String, value: String)] = [
      ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI),
      ("scope", configuration.scopes.joined(separator: " ")), ("state", state),
    ]
    if configuration.scopes.isEmpty { fields.removeAll { $0.name == "scope" } }
    if let proof { fields += [("code_challenge", proof.challenge), ("code_challenge_method", PKCE.method)] }
    if let nonce { fields.append(("nonce", nonce)) }
    if let mode = configuration.responseMode.parameter { fields.append(("response_mode", mode)) }
    if let thumbprint { fields.append(("dpop_jkt", thumbprint)) }
    fields += requirement.fields
    if let loginHint { fields.append(("login_hint", loginHint)) }
    if let prompt { fields.append(("prompt", prompt)) }
    fields += configuration.resources.map { ("resource", $0) }
    let taken = Set(fields.map(\.name))
    fields += configuration.authorizationParameters.filter { !taken.contains($0.name) }
    self.fields = fields
  }
}

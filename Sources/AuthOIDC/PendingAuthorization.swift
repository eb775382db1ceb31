import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a flow that waits for its callback. It binds the callback, the code and the ID token to this flow.
struct PendingAuthorization: Sendable {
  /// 256 random bits, which the callback has to repeat (RFC 6749 §10.12).
  let state: String
  /// 256 random bits, which the ID token has to repeat (OpenID Connect Core §3.1.2.1); nil if none were sent.
  let nonce: String?
  /// The PKCE verifier (RFC 7636 §4.1); nil if no challenge was sent.
  let verifier: Secret?
  /// The text of the redirect URI, exactly as the request for the page contains it.
  let redirectURI: String
  /// The issuer of the page.
  let issuer: String
  /// Whether the callback has to name the issuer.
  let requiresIssuer: Bool
  /// The URL of the page.
  let url: URL
  /// What the ID token has to confirm about the user's authentication.
  let requirement: OIDCRequirement
  /// When the page was prepared.
  let startedAt: Date
  /// The key to which the tokens will be bound; nil for none.
  let key: KeyReference?

  /// The prompt that shows the page.
  var prompt: Prompt {
    .redirect(
      RedirectPrompt(
        url: url, callbackScheme: URL(string: redirectURI).flatMap(OIDCRedirect.callbackScheme), callbackState: state))
  }

  /// The state of a flow whose page is at `url`.
  init(
    _ request: AuthorizationRequest, _ metadata: OIDCMetadata, _ configuration: OIDCConfiguration, url: URL,
    requirement: OIDCRequirement, startedAt: Date, key: KeyReference?
  ) {
    state = request.state
    nonce = request.nonce
    verifier = request.verifier
    redirectURI = request.redirectURI
    issuer = configuration.issuer
    requiresIssuer =
      configuration.requiresIssuerInCallback || metadata.announcesIssuerInCallback
      || configuration.differences.namesItselfInCallbacks
    self.url = url
    self.requirement = requirement
    self.startedAt = startedAt
    self.key = key
  }

  /// Reads the format that `json` writes; nil for any other format.
  init?(json: JSONValue) {
    guard let state = json["state"]?.stringValue, let redirectURI = json["redirect_uri"]?.stringValue,
      let issuer = json["issuer"]?.stringValue, let requiresIssuer = json["requires_issuer"]?.boolValue,
      let url = (json["url"]?.stringValue).flatMap({ URL(string: $0) })
    else { return nil }
    self.state = state
    nonce = json["nonce"]?.stringValue
    verifier = (json["verifier"]?.stringValue).map { Secret($0) }
    self.redirectURI = redirectURI
    self.issuer = issuer
    self.requiresIssuer = requiresIssuer
    self.url = url
    requirement = OIDCRequirement(json: json["requirement"])
    startedAt = Date(timeIntervalSince1970: json["started_at"]?.numberValue ?? 0)
    key = KeyReference(json: json["key"])
  }

  /// The JSON for the sealed record of a suspended flow.
  var json: JSONValue {
    var object: JSONObject = [
      "state": .string(state), "redirect_uri": .string(redirectURI), "issuer": .string(issuer),
      "requires_issuer": .bool(requiresIssuer),
      "url": .string(url.absoluteString), "requirement": requirement.json,
      "started_at": .number(startedAt.timeIntervalSince1970),
    ]
    object["key"] = key.map(\.json)
    object["nonce"] = nonce.map { .string($0) }
    object["verifier"] = verifier.map { .string($0.revealText()) }
    return .object(object)
  }
}

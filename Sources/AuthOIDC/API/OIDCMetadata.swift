import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An issuer's metadata (OpenID Connect Discovery §3, RFC 8414 §2), or the configured addresses of a server without
/// metadata.
struct OIDCMetadata: Sendable {
  /// The issuer's identifier, exactly as the issuer writes it.
  let issuer: String
  let authorizationEndpoint: URL?
  let tokenEndpoint: URL
  /// The issuer's keys; nil for a server that issues no ID tokens.
  let keysURL: URL?
  let deviceEndpoint: URL?
  let userInfoEndpoint: URL?
  let revocationEndpoint: URL?
  let endSessionEndpoint: URL?
  /// The endpoint where clients register themselves (RFC 7591 §3); nil if the issuer has no such endpoint.
  let registrationEndpoint: URL?
  /// The endpoint for pushed authorisation requests (RFC 9126 §5); nil if the issuer has no such endpoint.
  let pushedAuthorizationEndpoint: URL?
  /// Whether the issuer accepts pushed authorisation requests only.
  let requiresPushedAuthorization: Bool
  /// Whether a client secret is sent in the form (`client_secret_post`), because the issuer does not announce
  /// `client_secret_basic`, the default (RFC 8414 §2).
  let takesSecretInForm: Bool
  /// The values of `prompt` that the issuer announces; nil if it announces none.
  let prompts: [String]?
  /// The ID token algorithms that both the issuer announces and this adapter accepts.
  let algorithms: Set<JWSAlgorithm>
  /// Whether the issuer adds `iss` to callbacks (RFC 9207 §3).
  let announcesIssuerInCallback: Bool
  /// Whether the issuer accepts DPoP proofs that are signed with ES256 (RFC 9449 §5.1).
  let offersDPoP: Bool

  /// Every algorithm with a public key (RFC 7518 §3.1, RFC 8037 §3.1).
  static let acceptedAlgorithms: Set<JWSAlgorithm> = [
    .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA,
  ]
  static let maximumByteCount = 65_536

  /// Reads the issuer's response.
  ///
  /// - Parameters:
  ///   - answer: the JSON of the response.
  ///   - issuer: the configured issuer.
  ///   - aliases: further names of the issuer. The response must have one of these names exactly (OpenID Connect
  ///     Discovery §4.3). Otherwise one issuer could return the metadata of another.
  ///   - usesCertificate: whether the client shows a certificate. The endpoints in `mtls_endpoint_aliases` then replace
  ///     the others (RFC 8705 §5).
  /// - Throws: `malformed_response` naming the field: a required field is missing, an endpoint is not https (or http on
  ///   loopback for a local issuer), or no algorithm is accepted.
  init(
    _ answer: JSONValue, askedOf issuer: String, aliases: [String] = [], usesCertificate: Bool = false
  ) throws(AuthError) {
    self.issuer = try answer.requiredString("issuer")
    guard self.issuer == issuer || aliases.contains(self.issuer) else {
      throw AuthError(
        .malformedResponse,
        "The metadata's 'issuer' differs from the configured one. Write 'issuer' exactly as the metadata do.")
    }
    let isLocal = Origin(issuer)?.isLoopback == true
    let others = usesCertificate ? answer["mtls_endpoint_aliases"] : nil
    func optional(_ name: String) throws(AuthError) -> URL? {
      guard let text = (others?[name] ?? answer[name])?.stringValue else { return nil }
      guard let origin = Origin(text), origin.scheme == "https" || (isLocal && origin.isLoopback),
        let url = URL(string: text), !text.contains("#")
      else {
        throw AuthError(
          .malformedResponse,
          "The '\(name)' in the issuer's metadata is not an https URL without a fragment. Check 'issuer'.")
      }
      return url
    }
    func required(_ name: String) throws(AuthError) -> URL {
      guard let url = try optional(name) else {
        throw AuthError(.malformedResponse, "The issuer's metadata have no valid field '\(name)'. Check 'issuer'.")
      }
      return url
    }
    authorizationEndpoint = try optional("authorization_endpoint")
    tokenEndpoint = try required("token_endpoint")
    keysURL = try required("jwks_uri")
    deviceEndpoint = try optional("device_authorization_endpoint")
    userInfoEndpoint = try optional("userinfo_endpoint")
    revocationEndpoint = try optional("revocation_endpoint")
    endSessionEndpoint = try optional("end_session_endpoint")
    registrationEndpoint = try optional("registration_endpoint")
    algorithms = Set(
      Self.texts(answer, "id_token_signing_alg_values_supported").compactMap(JWSAlgorithm.init(rawValue:))
    )
    .intersection(Self.acceptedAlgorithms)
    guard !algorithms.isEmpty else {
      throw AuthError(
        .malformedResponse,
        "The issuer's 'id_token_signing_alg_values_supported' contains no accepted algorithm. Enable one at "
          + "the issuer, such as RS256 or ES256.")
    }
    announcesIssuerInCallback = answer["authorization_response_iss_parameter_supported"]?.boolValue ?? false
    offersDPoP = Self.texts(answer, "dpop_signing_alg_values_supported").contains(JWSAlgorithm.es256.rawValue)
    prompts = answer["prompt_values_supported"]?.arrayValue?.compactMap(\.stringValue)
    pushedAuthorizationEndpoint = try optional("pushed_authorization_request_endpoint")
    requiresPushedAuthorization = answer["require_pushed_authorization_requests"]?.boolValue ?? false
    let methods = Self.texts(answer, "token_endpoint_auth_methods_supported")
    takesSecretInForm = methods.contains("client_secret_post") && !methods.contains("client_secret_basic")
  }

  /// The configured addresses of a server without metadata.
  init(_ endpoints: OIDCEndpoints, issuer: String) {
    self.issuer = issuer
    authorizationEndpoint = endpoints.authorization
    tokenEndpoint = endpoints.token
    keysURL = nil
    deviceEndpoint = endpoints.device
    userInfoEndpoint = endpoints.userInfo
    revocationEndpoint = endpoints.revocation
    endSessionEndpoint = nil
    registrationEndpoint = nil
    prompts = []
    algorithms = []
    announcesIssuerInCallback = false
    offersDPoP = false
    pushedAuthorizationEndpoint = nil
    requiresPushedAuthorization = false
    takesSecretInForm = false
  }

  /// Whether a value of `prompt` can be sent, such as `create` (OpenID Connect Prompt Create §4): the issuer announces
  /// it, or announces no values at all and is not known to have others.
  func accepts(prompt: String, _ configuration: OIDCConfiguration) -> Bool {
    prompts?.contains(prompt) ?? (configuration.preset == nil)
  }

  /// Returns a page's address with further fields in its query, which is kept (RFC 6749 §3.1); nil if the result is not
  /// a URL.
  static func page(_ endpoint: URL, adding fields: [(name: String, value: String)]) -> URL? {
    let text = endpoint.absoluteString
    return URL(string: text + (text.contains("?") ? "&" : "?") + PercentEncoding.encodeForm(fields))
  }

  /// Returns the URL of a page to which users are sent; nil unless it is https, or http on loopback.
  static func page(_ text: String) -> URL? {
    guard Origin(text)?.isAcceptable == true else { return nil }
    return URL(string: text)
  }

  private static func texts(_ answer: JSONValue, _ name: String) -> [String] {
    answer[name]?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}

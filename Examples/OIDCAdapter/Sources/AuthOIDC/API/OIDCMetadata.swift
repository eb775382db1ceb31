import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An issuer's metadata (OpenID Connect Discovery §3, RFC 8414 §2).
struct OIDCMetadata: Sendable {
  /// The issuer's identifier, exactly as the issuer writes it, for the comparison with `iss`.
  let issuer: String
  let authorizationEndpoint: URL?
  let tokenEndpoint: URL
  let keysURL: URL
  let deviceEndpoint: URL?
  let userInfoEndpoint: URL?
  let revocationEndpoint: URL?
  let endSessionEndpoint: URL?
  /// The ID token algorithms that both the issuer announces and this adapter accepts.
  let algorithms: Set<JWSAlgorithm>
  /// Whether the issuer adds `iss` to callbacks (RFC 9207 §3).
  let announcesIssuerInCallback: Bool
  /// Whether the issuer accepts DPoP proofs that are signed with ES256 (RFC 9449 §5.1).
  let offersDPoP: Bool

  static let acceptedAlgorithms: Set<JWSAlgorithm> = [.rs256, .ps256, .es256, .es384, .es512, .edDSA]
  static let maximumByteCount = 65_536

  /// Reads the issuer's response.
  ///
  /// - Parameters:
  ///   - answer: the JSON of the response.
  ///   - issuer: the configured issuer. The response must name it exactly (OpenID Connect Discovery §4.3). Otherwise
  ///     one issuer could return the metadata of another.
  /// - Throws: `malformed_response` naming the field: a required field is missing, an endpoint is not https (or http on
  ///   loopback for a local issuer), or no algorithm is accepted.
  init(_ answer: JSONValue, askedOf issuer: String) throws(AuthError) {
    self.issuer = try answer.requiredString("issuer")
    guard self.issuer == issuer else {
      throw AuthError(
        .malformedResponse,
        "The metadata's 'issuer' differs from the configured one. Write 'issuer' exactly as the metadata do.")
    }
    let isLocal = Origin(issuer)?.isLoopback == true
    func optional(_ name: String) throws(AuthError) -> URL? {
      guard let text = answer[name]?.stringValue else { return nil }
      guard let origin = Origin(text), origin.scheme == "https" || (isLocal && origin.isLoopback),
        let url = URL(string: text), !text.contains("#")
      else { throw AuthError(.malformedResponse, "The issuer's '\(name)' must be an https URL without a fragment.") }
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

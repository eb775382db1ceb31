import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an issuer says about itself (OpenID Connect Discovery §3; H75 to H77).
struct HawcxDiscovery: Sendable {
  /// As the issuer writes it, for the comparison with `iss`.
  let issuer: String
  let tokenEndpoint: URL
  let keysURL: URL
  let algorithms: Set<JWSAlgorithm>
  /// How clients may prove themselves at the token endpoint; nil where the issuer does not say.
  let clientAuthentication: [String]?

  /// - Parameter issuer: who was asked; must be who answers.
  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue, askedOf issuer: URL) throws(AuthError) {
    self.issuer = try answer.requiredString("issuer")
    guard Self.bare(self.issuer).hasSameBytes(as: Self.bare(issuer.absoluteString)) else {
      throw AuthError(.malformedResponse, "The issuer's metadata are another issuer's; check issuer.")
    }
    tokenEndpoint = try Self.endpoint(answer, "token_endpoint")
    keysURL = try Self.endpoint(answer, "jwks_uri")
    clientAuthentication = answer["token_endpoint_auth_methods_supported"]?.arrayValue?.compactMap(\.stringValue)
    let named = answer["id_token_signing_alg_values_supported"]?.arrayValue?.compactMap(\.stringValue) ?? []
    algorithms = Set(named.compactMap { JWSAlgorithm(rawValue: $0) })
      .intersection(JWTRules.identityToken(issuer: self.issuer, clientID: "").algorithms)
    guard !algorithms.isEmpty else {
      throw AuthError(.malformedResponse, "The issuer signs its identity tokens by no algorithm that is accepted here.")
    }
  }

  /// Whether a signed assertion would be looked at: an issuer that names its methods and not this one ignores it, and
  /// would take a confidential client for a public one (H76).
  ///
  /// - Throws: `invalid_configuration`.
  func checkAssertions() throws(AuthError) {
    guard let clientAuthentication, !clientAuthentication.contains("private_key_jwt") else { return }
    throw AuthError(
      .invalidConfiguration,
      "The issuer takes no signed client assertions (token_endpoint_auth_methods_supported has no private_key_jwt): "
        + "register the client as confidential at the vendor, or exchange without an assertion.")
  }

  private static func endpoint(_ answer: JSONValue, _ name: String) throws(AuthError) -> URL {
    let text = try answer.requiredString(name)
    guard Origin(text)?.isAcceptable == true, let url = URL(string: text) else {
      throw AuthError(.malformedResponse, "The issuer's '\(name)' must be https.")
    }
    return url
  }

  /// A slash at the end does not count.
  private static func bare(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }
}

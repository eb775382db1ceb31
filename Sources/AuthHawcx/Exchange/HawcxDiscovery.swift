import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An issuer's metadata (OpenID Connect Discovery §3; H75 to H77).
struct HawcxDiscovery: Sendable {
  /// The issuer in its own spelling, for comparison with `iss`.
  let issuer: String
  let tokenEndpoint: URL
  let keysURL: URL
  let algorithms: Set<JWSAlgorithm>
  /// The authentication methods of the token endpoint; nil where the issuer does not say.
  let clientAuthentication: [String]?

  /// - Parameter issuer: the issuer that was asked. The metadata must name the same issuer.
  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue, askedOf issuer: URL) throws(AuthError) {
    self.issuer = try answer.requiredString("issuer")
    guard Self.bare(self.issuer).hasSameBytes(as: Self.bare(issuer.absoluteString)) else {
      throw AuthError(.malformedResponse, "The metadata belong to a different issuer. Check issuer.")
    }
    tokenEndpoint = try Self.endpoint(answer, "token_endpoint")
    keysURL = try Self.endpoint(answer, "jwks_uri")
    clientAuthentication = answer["token_endpoint_auth_methods_supported"]?.arrayValue?.compactMap(\.stringValue)
    let named = answer["id_token_signing_alg_values_supported"]?.arrayValue?.compactMap(\.stringValue) ?? []
    algorithms = Set(named.compactMap { JWSAlgorithm(rawValue: $0) })
      .intersection(JWTValidationRules.identityToken(issuer: self.issuer, clientID: "").algorithms)
    guard !algorithms.isEmpty else {
      throw AuthError(.malformedResponse, "The issuer signs its identity tokens with no supported algorithm.")
    }
  }

  /// Checks that the issuer reads signed assertions. An issuer that lists its methods without this one ignores the
  /// assertion, and would treat a confidential client as a public one (H76).
  ///
  /// - Throws: `invalid_configuration`.
  func checkAssertions() throws(AuthError) {
    guard let clientAuthentication, !clientAuthentication.contains("private_key_jwt") else { return }
    throw AuthError(
      .invalidConfiguration,
      "The issuer accepts no signed client assertions (token_endpoint_auth_methods_supported lacks private_key_jwt). "
        + "Register the client as confidential at the vendor, or exchange without an assertion.")
  }

  private static func endpoint(_ answer: JSONValue, _ name: String) throws(AuthError) -> URL {
    let text = try answer.requiredString(name)
    guard Origin(text)?.isAcceptable == true, let url = URL(string: text) else {
      throw AuthError(.malformedResponse, "The issuer's '\(name)' must be https.")
    }
    return url
  }

  /// A trailing slash is ignored.
  private static func bare(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }
}

import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An issuer's metadata (OpenID Connect Discovery §3; H75 to H77).
struct HawcxMetadata: Sendable {
  /// The issuer as the metadata spell it, for comparison with `iss`.
  let issuer: String
  let tokenEndpoint: URL
  let keysURL: URL
  let algorithms: Set<JWSAlgorithm>
  /// The authentication methods of the token endpoint; nil if the issuer does not list them.
  let clientAuthentication: [String]?

  /// Reads the metadata.
  ///
  /// - Parameters:
  ///   - answer: the metadata document.
  ///   - issuer: the configured issuer, from which the document was fetched. The metadata must name the same issuer.
  /// - Throws: `malformed_response` for a missing or invalid field, which the message names, for another issuer, or if
  ///   the issuer does not list a supported algorithm.
  init(_ answer: JSONValue, askedOf issuer: URL) throws(AuthError) {
    self.issuer = try answer.requiredString("issuer")
    guard Self.bare(self.issuer).hasSameBytes(as: Self.bare(issuer.absoluteString)) else {
      throw AuthError(
        .malformedResponse, "The field 'issuer' of the metadata names a different issuer. Check `issuer`.")
    }
    tokenEndpoint = try Self.endpoint(answer, "token_endpoint")
    keysURL = try Self.endpoint(answer, "jwks_uri")
    clientAuthentication = answer["token_endpoint_auth_methods_supported"]?.arrayValue?.compactMap(\.stringValue)
    let named = answer["id_token_signing_alg_values_supported"]?.arrayValue?.compactMap(\.stringValue) ?? []
    algorithms = Set(named.compactMap { JWSAlgorithm(rawValue: $0) })
      .intersection(JWTValidationRules.identityToken(issuer: self.issuer, clientID: "").algorithms)
    guard !algorithms.isEmpty else {
      throw AuthError(
        .malformedResponse,
        "The issuer does not list a supported algorithm in 'id_token_signing_alg_values_supported'. This package "
          + "supports RS256, ES256, ES384, ES512 and EdDSA. Set issuerKey, or change the algorithm at the vendor.")
    }
  }

  /// Checks that the issuer accepts client assertions. An issuer whose list lacks `private_key_jwt` ignores assertions,
  /// and would treat a confidential client as a public client (H76). An issuer without a list is accepted.
  ///
  /// - Throws: `invalid_configuration` if the list lacks `private_key_jwt`.
  func checkAssertions() throws(AuthError) {
    guard let clientAuthentication, !clientAuthentication.contains("private_key_jwt") else { return }
    throw AuthError(
      .invalidConfiguration,
      "The issuer does not accept signed client assertions (token_endpoint_auth_methods_supported lacks "
        + "private_key_jwt). Register the client as confidential at the vendor, or exchange without an assertion.")
  }

  private static func endpoint(_ answer: JSONValue, _ name: String) throws(AuthError) -> URL {
    let text = try answer.requiredString(name)
    guard Origin(text)?.isAcceptable == true, let url = URL(string: text) else {
      throw AuthError(
        .malformedResponse,
        "The issuer's '\(name)' must be an https URL, or http on loopback. Check `issuer`.")
    }
    return url
  }

  /// The issuer for comparison, without a trailing slash.
  private static func bare(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }
}

import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an issuer says about itself (OpenID Connect Discovery §3; Hawcx protocol notes §10).
struct HawcxDiscovery: Sendable {
  /// As the issuer writes it, for the comparison with `iss`.
  let issuer: String
  let tokenEndpoint: URL
  let keysURL: URL
  let algorithms: Set<JWSAlgorithm>

  /// - Parameter issuer: who was asked; must be who answers.
  /// - Throws: `malformed_response` naming the field.
  init(_ answer: JSONValue, askedOf issuer: URL) throws(AuthError) {
    self.issuer = try answer.requiredString("issuer")
    guard Self.bare(self.issuer) == Self.bare(issuer.absoluteString) else {
      throw AuthError(.malformedResponse, "The issuer's metadata are another issuer's; check issuer.")
    }
    tokenEndpoint = try Self.endpoint(answer, "token_endpoint")
    keysURL = try Self.endpoint(answer, "jwks_uri")
    let named = answer["id_token_signing_alg_values_supported"]?.arrayValue?.compactMap(\.stringValue) ?? []
    algorithms = Set(named.compactMap { JWSAlgorithm(rawValue: $0) })
      .intersection(JWTRules.identityToken(issuer: self.issuer, clientID: "").algorithms)
    guard !algorithms.isEmpty else {
      throw AuthError(.malformedResponse, "The issuer signs its identity tokens by no algorithm that is accepted here.")
    }
  }

  private static func endpoint(_ answer: JSONValue, _ name: String) throws(AuthError) -> URL {
    let text = try answer.requiredString(name)
    guard Origin(text)?.isAcceptable == true, let url = URL(string: text) else {
      throw AuthError(.malformedResponse, "The issuer's '\(name)' must be https.")
    }
    return url
  }

  /// A slash at the end does not count.
  private static func bare(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
}

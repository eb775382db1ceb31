public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The issuer's only key and the token endpoint, configured in advance instead of fetched from the issuer. The vendor's
/// clients accept the key as `publicKeyPem`, with `tokenEndpoint` (H88). The kind of key determines the algorithm; the
/// token's header does not.
public struct HawcxIssuerKey: Sendable {
  /// The token endpoint, which exchanges codes.
  public let tokenEndpoint: URL
  let key: JWK

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - pem: the public key (SPKI) in PEM: P-256, P-384, P-521, Ed25519, or RSA with at least 2048 bits.
  ///   - tokenEndpoint: the token endpoint: https, or http on loopback.
  /// - Throws: `invalid_configuration` for any other key or endpoint.
  public init(pem: String, tokenEndpoint: URL) throws(AuthError) {
    guard Origin(tokenEndpoint)?.isAcceptable == true else {
      throw AuthError(.invalidConfiguration, "The token endpoint must be an https URL, or http on loopback. Set one.")
    }
    do throws(AuthError) {
      key = JWK(try JWS.VerificationKey(pemRepresentation: pem))
    } catch {
      throw AuthError(.invalidConfiguration, "The issuer's key cannot be used. \(error.message)")
    }
    self.tokenEndpoint = tokenEndpoint
  }

  /// Reads `pem` and `tokenEndpoint`.
  static func read(
    _ reader: inout ConfigurationReader, issuer: URL
  ) throws(AuthError) -> HawcxIssuerKey? {
    let pem = try reader.string("pem", "the public key: P-256, P-384, P-521, Ed25519, or RSA with at least 2048 bits")
    let endpoint =
      try reader.optionalBaseURL("tokenEndpoint", "the token endpoint; by default the issuer's `/oauth2/token`")
      ?? issuer.appending(path: "oauth2/token")
    do throws(AuthError) {
      return try HawcxIssuerKey(pem: pem, tokenEndpoint: endpoint)
    } catch {
      return try reader.refused(
        "pem", "a public key in PEM: P-256, P-384, P-521, Ed25519, or RSA with at least 2048 bits", nil)
    }
  }
}

public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The one key of an issuer, known beforehand instead of published: what the vendor's clients take as `publicKeyPem`
/// beside `tokenEndpoint` (H88). Its kind decides the algorithm; what a token says does not.
public struct HawcxIssuerKey: Sendable {
  /// Where codes are exchanged.
  public let tokenEndpoint: URL
  let key: JWK

  /// A key.
  ///
  /// - Parameters:
  ///   - pem: SPKI in PEM: P-256, P-384, P-521, Ed25519, or RSA of 2048 bits and more.
  ///   - tokenEndpoint: where codes are exchanged: https, or http on this machine.
  /// - Throws: `invalid_configuration` for another key or endpoint. There is no "no key": nothing is ever unverified.
  public init(pem: String, tokenEndpoint: URL) throws(AuthError) {
    guard Origin(tokenEndpoint)?.isAcceptable == true else {
      throw AuthError(.invalidConfiguration, "The token endpoint must be https.")
    }
    do throws(AuthError) {
      key = JWK(try JWS.VerificationKey(pemRepresentation: pem))
    } catch {
      throw AuthError(.invalidConfiguration, "The issuer's key does not serve. \(error.message)")
    }
    self.tokenEndpoint = tokenEndpoint
  }

  /// Reads `pem` and `tokenEndpoint`.
  static func read(
    _ reader: inout ConfigurationReader, issuer: URL
  ) throws(AuthError) -> HawcxIssuerKey? {
    let pem = try reader.string("pem", "the public key: P-256, P-384, P-521, Ed25519, or RSA of 2048 bits and more")
    let endpoint =
      try reader.optionalBaseURL("tokenEndpoint", "where codes are exchanged; the issuer's `/oauth2/token` by default")
      ?? issuer.appending(path: "oauth2/token")
    do throws(AuthError) {
      return try HawcxIssuerKey(pem: pem, tokenEndpoint: endpoint)
    } catch {
      return try reader.refused(
        "pem", "a public key in PEM: P-256, P-384, P-521, Ed25519, or RSA of 2048 bits and more", nil)
    }
  }
}

public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RequestProofs {
  /// Creates DPoP proofs (RFC 9449) with a separate memory of the servers' nonces. A provider instance creates the
  /// proofs once, and uses them for all its requests.
  ///
  /// - Parameter services: the services that sign, tell the time and make random values.
  public static func dpop(_ services: ProviderServices) -> RequestProofs {
    let nonces = DPoPNonceMemory()
    return RequestProofs { (request, key, token) throws(AuthError) in
      guard key.algorithm == .p256 else {
        throw AuthError(
          .keyUnavailable, "The session's key is not a P-256 key, which ES256 requires. Sign in again.",
          recovery: .signIn)
      }
      let proof = DPoPProof(
        method: request.method, url: request.url, accessToken: token, nonce: nonces.nonce(for: request.url))
      var proven = request
      proven.headers[DPoPProof.headerName] = try await proof.signed(
        with: key, by: services.keys, at: services.serverNow, random: services.random)
      // The transport would send the same proof again (RFC 9449 §7.3).
      proven.retry = .never
      return proven
    } learn: { response, url in
      nonces.learn(from: response, to: url)
    }
  }
}

extension KeyReference {
  /// Returns the SHA-256 thumbprint of the public key (RFC 7638), in base64url. It names the key to which a token is
  /// bound: `dpop_jkt` in a request (RFC 9449 §10), `jkt` in a token (§6.1).
  ///
  /// - Throws: `key_unavailable` if the public key cannot be read.
  public func thumbprint() throws(AuthError) -> String {
    let key = try DPoPProof.verification(of: self).key
    guard let thumbprint = JWK(key).thumbprint else {
      throw AuthError(.keyUnavailable, "The key has no thumbprint. Sign in again.", recovery: .signIn)
    }
    return thumbprint
  }
}

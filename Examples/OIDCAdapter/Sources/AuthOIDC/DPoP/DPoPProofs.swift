import AuthCore
import AuthCrypto
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds DPoP proofs to requests (RFC 9449), and keeps each origin's nonce for the next proof.
final class DPoPProofs: Sendable {
  private let services: ProviderServices
  private let nonces = Mutex<[Origin: String]>([:])

  /// The maximum number of origins whose nonces are kept, so that the memory stays bounded. An issuer and its resource
  /// servers have only a few origins. If there are more, all nonces are removed before the next one is stored.
  private static let maximumCount = 32

  init(services: ProviderServices) { self.services = services }

  /// Returns the request with a new proof, or unchanged without a key.
  ///
  /// - Throws: `key_unavailable` for a key that is not a P-256 key, and the key store's errors.
  func attached(
    to request: TransportRequest, key: KeyReference?, token: Secret?
  ) async throws(AuthError) -> TransportRequest {
    guard let key else { return request }
    guard key.algorithm == .p256 else {
      throw AuthError(.keyUnavailable, "The session's key is not a P-256 key, which ES256 requires. Sign in again.")
    }
    let proof = DPoPProof(
      method: request.method, url: request.url, accessToken: token, nonce: nonce(for: request.url))
    var proven = request
    proven.headers[DPoPProof.headerName] = try await proof.signed(
      with: key, by: services.keys, at: services.clock.now(), random: services.random)
    return proven
  }

  /// Stores the nonce of a response, if there is one (RFC 9449 §8.2).
  ///
  /// - Returns: whether the server refused the request because it requires the nonce in this response: 400 from an
  ///   authorisation server (§8), 401 from a resource server (§9).
  func learn(from response: TransportResponse, to url: URL) -> Bool {
    guard let origin = Origin(url), let nonce = response.headers["DPoP-Nonce"], Self.isNonce(nonce) else {
      return false
    }
    nonces.withLock { nonces in
      if nonces[origin] == nil, nonces.count >= Self.maximumCount { nonces.removeAll() }
      nonces[origin] = nonce
    }
    switch response.status {
    case 400: return OIDCErrors.code(of: response) == "use_dpop_nonce"
    case 401:
      return response.headers.values(of: "WWW-Authenticate").contains { $0.contains("use_dpop_nonce") }
        || OIDCErrors.code(of: response) == "use_dpop_nonce"
    default: return false
    }
  }

  private func nonce(for url: URL) -> String? {
    guard let origin = Origin(url) else { return nil }
    return nonces.withLock { $0[origin] }
  }

  /// Returns whether the text is a nonce: one or more NQCHAR (RFC 9449 §8.1), and at most 1024, the limit of this
  /// adapter.
  private static func isNonce(_ text: String) -> Bool {
    (1...1024).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
  }
}

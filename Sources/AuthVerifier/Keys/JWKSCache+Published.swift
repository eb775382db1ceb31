import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JWKSCache {
  /// Creates the cache of a key set that a server publishes.
  ///
  /// - Parameters:
  ///   - url: the address of the set (`jwks_uri`).
  ///   - services: transport and clock.
  public convenience init(publishedAt url: URL, services: VerifierServices) {
    let transport = services.transport
    let clock = services.clock
    self.init(clock: clock) { () async throws(AuthError) in
      try await PublishedDocument.get(url, limit: JWKSet.maximumByteCount, transport: transport, clock: clock).body
    }
  }
}

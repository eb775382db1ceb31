import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The key sets that apps registered by URL. They are fetched over the network and cached for an hour. An unknown `kid`
/// causes another fetch, at most once in 30 seconds. If a fetch fails, a set that was fetched in the last 24 hours is
/// still used.
final class RegisteredKeySets: Sendable {
  /// DESIGN D5: the number of URLs whose key sets are cached. A further URL drops all cached sets.
  private static let limit = 16

  private let transport: (any HTTPTransport)?
  private let clock: OffsetClock
  private let caches = Locked([String: JWKSCache]())

  /// - Parameter transport: fetches the key sets; nil if the sandbox must not fetch any.
  init(transport: (any HTTPTransport)?, clock: any AuthClock) {
    self.transport = transport
    self.clock = OffsetClock(clock)
  }

  /// Returns the key set at the query's URL. `offset` is how far the sandbox's clock was advanced.
  ///
  /// - Throws: `unsupported` without a transport, `invalid_configuration` for a URL that is neither `https` nor `http`
  ///   on loopback, and the errors of the fetch.
  func keys(_ query: KeySetQuery, offset: Duration) async throws(AuthError) -> JWKSet {
    clock.offset.withLock { $0 = offset }
    guard let transport else {
      throw AuthError(
        .unsupported,
        "This sandbox cannot fetch a key set, because it was created without a transport. Create it with a "
          + "transport, or register the keys instead of their URL.")
    }
    guard Origin(query.url)?.isAcceptable == true else {
      throw AuthError(
        .invalidConfiguration, "The URL of a registered key set must be https, or http on a loopback host.")
    }
    let cache = caches.withLock { caches in
      if let known = caches[query.url] { return known }
      if caches.count >= Self.limit { caches.removeAll() }
      let cache = Self.cache(of: query.url, transport, clock)
      caches[query.url] = cache
      return cache
    }
    return try await cache.keys(holding: query.keyID)
  }

  private static func cache(of url: String, _ transport: any HTTPTransport, _ clock: any AuthClock) -> JWKSCache {
    JWKSCache(clock: clock) { () async throws(AuthError) in
      var request = try TransportRequest("GET", url)
      request.timeout = .seconds(5)
      request.responseSizeLimit = JWKSet.maximumByteCount
      // A redirect is a failure, like every status other than 2xx.
      let response = try await transport.send(request)
      guard response.isSuccess else {
        throw AuthError(
          .serverError,
          "The URL of a registered key set returned HTTP \(response.status). Register a URL that returns the key set "
            + "itself, without a redirect.")
      }
      return response.body
    }
  }
}

/// A clock that differs from its base by a settable offset, as the sandbox's time does.
private final class OffsetClock: AuthClock {
  let offset = Locked(Duration.zero)
  private let base: any AuthClock

  init(_ base: any AuthClock) { self.base = base }

  func now() -> Date { base.now().adding(offset.withLock { $0 }) }
  func uptime() -> Duration { base.uptime() + offset.withLock { $0 } }
  func sleep(for duration: Duration) async throws(CancellationError) { try await base.sleep(for: duration) }
}

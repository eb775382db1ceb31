import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The key sets that apps registered by URL. They are fetched over the network and kept for an hour. An unknown key
/// fetches a set again, at most once in 30 seconds. When fetching fails, a set stays valid for a day.
final class RegisteredKeySets: Sendable {
  /// DESIGN D5: the number of URLs that are kept.
  private static let limit = 16

  private let transport: (any HTTPTransport)?
  private let clock: OffsetClock
  private let caches = Locked([String: JWKSCache]())

  /// - Parameter transport: without one nothing is fetched.
  init(transport: (any HTTPTransport)?, clock: any AuthClock) {
    self.transport = transport
    self.clock = OffsetClock(clock)
  }

  /// The set at a URL, at a sandbox's time that is `offset` ahead.
  func keys(_ query: KeySetQuery, offset: Duration) async throws(AuthError) -> JWKSet {
    clock.offset.withLock { $0 = offset }
    guard let transport else {
      throw AuthError(.unsupported, "this sandbox fetches nothing; register the keys themselves")
    }
    guard Origin(query.url)?.isAcceptable == true else {
      throw AuthError(.invalidConfiguration, "a key set's address is https, or http on loopback")
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
      // A redirect counts as a failure, like any other status but 2xx.
      let response = try await transport.send(request)
      guard response.isSuccess else {
        throw AuthError(.serverError, "the key set's URL returned HTTP \(response.status)")
      }
      return response.body
    }
  }
}

/// A clock that was advanced, like the sandbox's.
private final class OffsetClock: AuthClock {
  let offset = Locked(Duration.zero)
  private let base: any AuthClock

  init(_ base: any AuthClock) { self.base = base }

  func now() -> Date { base.now().adding(offset.withLock { $0 }) }
  func uptime() -> Duration { base.uptime() + offset.withLock { $0 } }
  func sleep(for duration: Duration) async throws(CancellationError) { try await base.sleep(for: duration) }
}

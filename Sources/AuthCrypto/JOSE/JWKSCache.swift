public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A cache of a key set, which is fetched on demand and used for an hour.
///
/// Concurrent callers share one fetch. A key that is not in the set, or a signature that its key does not verify,
/// causes another fetch, at most one in 30 seconds, so that forged tokens cannot cause a flood of requests. If a fetch
/// fails, a set that was fetched in the last 24 hours is still used. If there is no such set and the failure was a
/// response of the server, callers in the next 5 seconds get the same error without a fetch. After a failure without a
/// response (a lost connection, a time-out, a TLS failure or a cancellation), the next caller fetches again at once.
public final class JWKSCache: Sendable {
  /// A function that fetches the key set and returns the bytes of the document. It should use only https, follow no
  /// redirects, and limit the time to 5 seconds and the document to 64 KiB.
  public typealias Fetch = @Sendable () async throws(AuthError) -> [UInt8]

  let clock: any AuthClock
  private let policy: JWKSCachePolicy
  private let fetch: Fetch
  private let state = Locked(State())

  private typealias Outcome = Result<JWKSCachePolicy.Held, AuthError>

  private struct State {
    var held: JWKSCachePolicy.Held?
    var lastRefetch: Duration?
    var lastFailure: JWKSCachePolicy.Failure?
    var isFetching = false
    var waiters: [CheckedContinuation<Outcome, Never>] = []
  }

  /// Creates an empty cache that fetches the key set with `fetch` and measures its age with `clock`.
  public init(clock: any AuthClock, fetch: @escaping Fetch) {
    self.clock = clock
    policy = JWKSCachePolicy()
    self.fetch = fetch
  }

  /// Returns the key set. If the cached set is older than an hour or does not contain `keyID`, the set is fetched again
  /// first, unless the last repeated fetch ended less than 30 seconds ago. A set that is older than 24 hours is not
  /// used.
  ///
  /// - Parameter keyID: the id of the key that the caller needs; nil if the token does not name one.
  /// - Throws: the error of the fetch, or of `JWKSet(parsing:)`, if no set of the last 24 hours can be used instead.
  ///   The error may be the result of a fetch in the last 5 seconds.
  public func keys(holding keyID: String?) async throws(AuthError) -> JWKSet {
    try await held(keyID, maximumAge: policy.staleLimit).keys
  }

  /// A key, with the number of the fetch that returned its set.
  package struct FetchedKey: Sendable {
    /// The key.
    package let key: JWK
    let count: Int
  }

  /// Returns a key of the set. If the set does not have the key, the server may have changed its keys: the set is
  /// fetched once more, unless the last repeated fetch ended less than 30 seconds ago.
  ///
  /// - Parameters:
  ///   - keyID: the id that the token names; nil if the token does not name one.
  ///   - algorithm: the algorithm that the key must allow.
  ///   - maximumAge: the age up to which a set may be used while the server cannot be reached; at most 24 hours.
  /// - Throws: the errors of `keys(holding:)` and of `JWKSet.key(_:for:)`.
  package func key(
    _ keyID: String?, for algorithm: JWSAlgorithm, maximumAge: Duration
  ) async throws(AuthError) -> FetchedKey {
    let held = try await held(keyID, maximumAge: maximumAge)
    do throws(AuthError) {
      return FetchedKey(key: try held.keys.key(keyID, for: algorithm), count: held.count)
    } catch {
      guard let newer = await newer(than: held.count, maximumAge: maximumAge) else { throw error }
      return FetchedKey(key: try newer.keys.key(keyID, for: algorithm), count: newer.count)
    }
  }

  /// Returns the key of a set that was fetched after `former`, for a signature that `former` does not verify; nil if
  /// the next fetch must wait, or if it fails.
  ///
  /// - Throws: the errors of `JWKSet.key(_:for:)`.
  package func key(
    newerThan former: FetchedKey, _ keyID: String?, for algorithm: JWSAlgorithm, maximumAge: Duration
  ) async throws(AuthError) -> FetchedKey? {
    guard let newer = await newer(than: former.count, maximumAge: maximumAge) else { return nil }
    return FetchedKey(key: try newer.keys.key(keyID, for: algorithm), count: newer.count)
  }

  private func held(
    _ keyID: String?, maximumAge: Duration
  ) async throws(AuthError) -> JWKSCachePolicy.Held {
    let now = clock.uptime()
    let decision = state.withLock { state in
      policy.limited(to: maximumAge).decide(
        held: state.held, lastRefetch: state.lastRefetch, lastFailure: state.lastFailure, keyID: keyID, now: now)
    }
    switch decision {
    case .use(let held): return held
    case .fetch: return try await fetched(maximumAge: maximumAge)
    case .fail(let error): throw error
    }
  }

  /// Returns a set that was fetched after the set with the number `count`; nil if the next fetch must wait, or if it
  /// fails.
  private func newer(than count: Int, maximumAge: Duration) async -> JWKSCachePolicy.Held? {
    let now = clock.uptime()
    let (current, mayFetch) = state.withLock { state in
      (state.held, state.isFetching || policy.mayRetry(lastRefetch: state.lastRefetch, now: now))
    }
    if let current, current.count > count { return current }
    guard mayFetch else { return nil }
    do throws(AuthError) {
      let fetched = try await fetched(maximumAge: maximumAge)
      return fetched.count > count ? fetched : nil
    } catch {
      // The caller has a better error: that of the token.
      return nil
    }
  }

  private func fetched(maximumAge: Duration) async throws(AuthError) -> JWKSCachePolicy.Held {
    let outcome = await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        state.waiters.append(continuation)
        defer { state.isFetching = true }
        return !state.isFetching
      }
      // The task is unstructured, so that the cancellation of one caller does not cancel the fetch for the others.
      if isFirst { Task { await self.perform() } }
    }
    return try policy.limited(to: maximumAge).answer(
      outcome, held: state.withLock { $0.held }, now: clock.uptime()
    ).get()
  }

  private func perform() async {
    let outcome: Result<JWKSet, AuthError>
    do throws(AuthError) {
      outcome = .success(try JWKSet(parsing: try await fetch()))
    } catch {
      outcome = .failure(error)
    }
    let now = clock.uptime()
    let (waiters, answer) = state.withLock { state -> ([CheckedContinuation<Outcome, Never>], Outcome) in
      // The first fetch does not start `retryInterval`, so that a key that the server adds right after the first fetch
      // can be fetched at once.
      if state.held != nil { state.lastRefetch = now }
      defer {
        state.isFetching = false
        state.waiters = []
      }
      switch outcome {
      case .success(let keys):
        let held = JWKSCachePolicy.Held(keys: keys, fetchedAt: now, count: (state.held?.count ?? 0) + 1)
        state.held = held
        state.lastFailure = nil
        return (state.waiters, .success(held))
      case .failure(let error):
        state.lastFailure = JWKSCachePolicy.isAnswer(error) ? JWKSCachePolicy.Failure(error: error, at: now) : nil
        return (state.waiters, .failure(error))
      }
    }
    for waiter in waiters { waiter.resume(returning: answer) }
  }
}

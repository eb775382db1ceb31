public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A key set that is fetched on demand and kept for an hour.
///
/// However many callers wait, there is one fetch. A key id that is not in the set causes a further fetch, at most one
/// in 30 seconds, so that tokens with invented ids cannot cause a flood of requests. When fetching fails, a set of the
/// last 24 hours is still used. Without such a set, and if the server did respond, there is no further fetch for 5
/// seconds. A failure of the connection says nothing about the server: the next caller tries again.
public final class JWKSCache: Sendable {
  /// Fetches the document. The caller supplies it: use https only, 5 seconds, no redirects, and at most 64 KiB.
  public typealias Fetch = @Sendable () async throws(AuthError) -> [UInt8]

  let clock: any AuthClock
  private let policy: JWKSCachePolicy
  private let fetch: Fetch
  private let state = Locked(State())

  private typealias Outcome = Result<JWKSet, AuthError>

  private struct State {
    var held: JWKSCachePolicy.Held?
    var lastRefetch: Duration?
    var lastFailure: JWKSCachePolicy.Failure?
    var isFetching = false
    var waiters: [CheckedContinuation<Outcome, Never>] = []
  }

  /// An empty cache.
  public init(clock: any AuthClock, fetch: @escaping Fetch) {
    self.clock = clock
    policy = JWKSCachePolicy()
    self.fetch = fetch
  }

  /// The key set, fetched again when it is too old or does not hold `keyID` and the last attempt is long enough ago.
  ///
  /// - Throws: the error of the fetch, when there is no set to fall back on.
  public func keys(holding keyID: String?) async throws(AuthError) -> JWKSet {
    let now = clock.uptime()
    let decision = state.withLock { state in
      policy.decide(
        held: state.held, lastRefetch: state.lastRefetch, lastFailure: state.lastFailure, keyID: keyID, now: now)
    }
    switch decision {
    case .use(let keys): return keys
    case .fetch: return try await fetched()
    case .fail(let error): throw error
    }
  }

  private func fetched() async throws(AuthError) -> JWKSet {
    let outcome = await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        state.waiters.append(continuation)
        defer { state.isFetching = true }
        return !state.isFetching
      }
      // An unstructured task, so that a cancelled caller does not cancel the fetch for the others.
      if isFirst { Task { await self.perform() } }
    }
    return try outcome.get()
  }

  private func perform() async {
    let outcome: Outcome
    do throws(AuthError) {
      outcome = .success(try JWKSet(parsing: try await fetch()))
    } catch {
      outcome = .failure(error)
    }
    let now = clock.uptime()
    let (waiters, answer) = state.withLock { state in
      // The first fetch does not count: a key that was added right after it can be fetched at once.
      if state.held != nil { state.lastRefetch = now }
      switch outcome {
      case .success(let keys):
        state.held = JWKSCachePolicy.Held(keys: keys, fetchedAt: now)
        state.lastFailure = nil
      case .failure(let error):
        state.lastFailure = JWKSCachePolicy.isAnswer(error) ? JWKSCachePolicy.Failure(error: error, at: now) : nil
      }
      let answer = policy.answer(outcome, held: state.held, now: now)
      defer {
        state.isFetching = false
        state.waiters = []
      }
      return (state.waiters, answer)
    }
    for waiter in waiters { waiter.resume(returning: answer) }
  }
}

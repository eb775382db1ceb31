public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A cache of a key set, which is fetched on demand and used for an hour.
///
/// Concurrent callers share one fetch. A key id that is not in the set causes another fetch, at most one in 30 seconds,
/// so that tokens with invented ids cannot cause a flood of requests. If a fetch fails, a set that was fetched in the
/// last 24 hours is still used. If there is no such set and the failure was a response of the server, callers in the
/// next 5 seconds get the same error without a fetch. After a failure without a response (a lost connection, a
/// time-out, a TLS failure or a cancellation), the next caller fetches again at once.
public final class JWKSCache: Sendable {
  /// A function that fetches the key set and returns the bytes of the document. It should use only https, follow no
  /// redirects, and limit the time to 5 seconds and the document to 64 KiB.
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
  /// - Parameter keyID: the id of the key that the caller needs; nil if the token names no key.
  /// - Throws: the error of the fetch, or of `JWKSet(parsing:)`, if no set of the last 24 hours can be used instead.
  ///   The error may be the result of a fetch in the last 5 seconds.
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
      // The task is unstructured, so that the cancellation of one caller does not cancel the fetch for the others.
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
      // The first fetch does not start `retryInterval`, so that a key that the server adds right after the first fetch
      // can be fetched at once.
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

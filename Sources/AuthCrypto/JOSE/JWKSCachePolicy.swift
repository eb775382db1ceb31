import AuthCore

/// The rules for when a key set is fetched, and for how long an old set is used.
struct JWKSCachePolicy: Sendable {
  /// How long a set is used without being fetched again.
  var lifetime: Duration = .seconds(3600)
  /// The shortest time between two fetches while there is a usable set. The second fetch need not wait for this time
  /// after the first fetch.
  var retryInterval: Duration = .seconds(30)
  /// The shortest time between two fetches while there is no usable set, if the last failure was a response of the
  /// server. Callers within that time get the same error.
  var firstRetryInterval: Duration = .seconds(5)
  /// The age up to which a set is used if fetching a new set fails.
  var staleLimit: Duration = .seconds(24 * 3600)

  /// A set and the time when it was fetched, by a monotonic clock.
  struct Held: Sendable {
    let keys: JWKSet
    let fetchedAt: Duration
    /// The number of sets that were fetched until this one.
    var count = 1
  }

  /// A failure and its time.
  struct Failure: Sendable {
    let error: AuthError
    let at: Duration
  }

  enum Decision: Sendable {
    case use(Held)
    case fetch
    case fail(AuthError)
  }

  func decide(
    held: Held?, lastRefetch: Duration?, lastFailure: Failure? = nil, keyID: String?, now: Duration
  ) -> Decision {
    guard let held, now - held.fetchedAt < staleLimit else {
      if let lastFailure, now - lastFailure.at < firstRetryInterval { return .fail(lastFailure.error) }
      return .fetch
    }
    let isFresh = now - held.fetchedAt < lifetime
    let isKnown = keyID.map { held.keys.contains(keyID: $0) } ?? true
    if isFresh, isKnown { return .use(held) }
    return mayRetry(lastRefetch: lastRefetch, now: now) ? .fetch : .use(held)
  }

  /// Returns whether a set may be fetched while there is a usable one.
  func mayRetry(lastRefetch: Duration?, now: Duration) -> Bool {
    lastRefetch.map { now - $0 >= retryInterval } ?? true
  }

  /// Returns the rules with a shorter life of the sets.
  func limited(to maximumAge: Duration) -> JWKSCachePolicy {
    var limited = self
    limited.staleLimit = min(staleLimit, maximumAge)
    limited.lifetime = min(lifetime, maximumAge)
    return limited
  }

  /// Returns false for a failure without a response of the server: a lost connection, a time-out, a TLS failure or a
  /// cancellation. Returns true for every other failure.
  static func isAnswer(_ failure: AuthError) -> Bool {
    ![.network, .timeout, .tls, .cancelled].contains(failure.code)
  }

  func answer(_ outcome: Result<Held, AuthError>, held: Held?, now: Duration) -> Result<Held, AuthError> {
    guard case .failure = outcome, let held, now - held.fetchedAt < staleLimit else { return outcome }
    return .success(held)
  }
}

import AuthCore

/// When a key set is fetched, and when an old one still serves.
struct JWKSCachePolicy: Sendable {
  /// How long a set serves without being fetched again.
  var lifetime: Duration = .seconds(3600)
  /// The shortest time between two fetches while there is a set to fall back on.
  var retryInterval: Duration = .seconds(30)
  /// The shortest time between two fetches while there is none, after the server's own failure: whoever asks in between
  /// gets it again.
  var firstRetryInterval: Duration = .seconds(5)
  /// How long a set serves when fetching fails.
  var staleLimit: Duration = .seconds(24 * 3600)

  /// A set and when it came, by a clock that only goes forward.
  struct Held: Sendable {
    let keys: JWKS
    let fetchedAt: Duration
  }

  /// A failure and when it came.
  struct Failure: Sendable {
    let error: AuthError
    let at: Duration
  }

  enum Decision: Sendable {
    case use(JWKS)
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
    if isFresh, isKnown { return .use(held.keys) }
    let mayRetry = lastRefetch.map { now - $0 >= retryInterval } ?? true
    return mayRetry ? .fetch : .use(held.keys)
  }

  /// Whether a failure is what the server answered, and not a request that was lost or given up on the way.
  static func isAnswer(_ failure: AuthError) -> Bool {
    ![.network, .timeout, .tls, .cancelled].contains(failure.code)
  }

  func answer(_ outcome: Result<JWKS, AuthError>, held: Held?, now: Duration) -> Result<JWKS, AuthError> {
    guard case .failure = outcome, let held, now - held.fetchedAt < staleLimit else { return outcome }
    return .success(held.keys)
  }
}

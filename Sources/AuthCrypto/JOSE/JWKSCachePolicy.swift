import AuthCore

/// When a key set is fetched, and when an old one still serves (Privy protocol notes §6; Hawcx protocol notes §10).
struct JWKSCachePolicy: Sendable {
  /// How long a set serves without being fetched again.
  var lifetime: Duration = .seconds(3600)
  /// The shortest time between two fetches while there is a set to fall back on.
  var retryInterval: Duration = .seconds(30)
  /// How long a set serves when fetching fails.
  var staleLimit: Duration = .seconds(24 * 3600)

  /// A set and when it came, by a clock that only goes forward.
  struct Held: Sendable {
    let keys: JWKS
    let fetchedAt: Duration
  }

  enum Decision: Sendable {
    case use(JWKS)
    case fetch
  }

  func decide(held: Held?, lastRefetch: Duration?, keyID: String?, now: Duration) -> Decision {
    guard let held, now - held.fetchedAt < staleLimit else { return .fetch }
    let isFresh = now - held.fetchedAt < lifetime
    let isKnown = keyID.map { held.keys.contains(keyID: $0) } ?? true
    if isFresh, isKnown { return .use(held.keys) }
    let mayRetry = lastRefetch.map { now - $0 >= retryInterval } ?? true
    return mayRetry ? .fetch : .use(held.keys)
  }

  func answer(_ outcome: Result<JWKS, AuthError>, held: Held?, now: Duration) -> Result<JWKS, AuthError> {
    guard case .failure = outcome, let held, now - held.fetchedAt < staleLimit else { return outcome }
    return .success(held.keys)
  }
}

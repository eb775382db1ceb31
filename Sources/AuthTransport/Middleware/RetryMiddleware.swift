public import AuthCore

/// A middleware that sends a request again when the request's `retry`, the policy and the quota allow it. No other code
/// of this package retries.
public struct RetryMiddleware: HTTPMiddleware {
  private let policy: RetryPolicy
  private let quotas: RetryQuotas
  private let clock: any AuthClock
  private let random: any RandomSource
  private let observer: any AuthObserver

  /// Creates a middleware that retries according to `policy`. Each origin has a separate quota, so that a failing
  /// origin does not use up the quotas of others.
  public init(
    policy: RetryPolicy = RetryPolicy(), quota: RetryQuota = RetryQuota(), clock: any AuthClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(), observer: any AuthObserver = SilentObserver()
  ) {
    self.policy = policy
    quotas = RetryQuotas(quota)
    self.clock = clock
    self.random = random
    self.observer = observer
  }

  /// Sends `request` as often as allowed, and returns the last attempt's response. A request of a session's renewal is
  /// not sent again after the renewal's lease has ended.
  ///
  /// - Throws: the last attempt's error; `cancelled` when the task is cancelled during a wait.
  public func intercept(
    _ request: TransportRequest, next: any HTTPTransport
  ) async throws(AuthError) -> TransportResponse {
    let start = clock.uptime()
    let origin = Origin(request.url)
    var attempts = 0
    while true {
      let result = await attempt(request, next)
      attempts += 1
      if case .success(let response) = result, response.status < 500, response.status != 429 {
        quotas.succeed(origin, afterRetry: attempts > 1)
        return response
      }
      let delay = policy.delay(
        after: outcome(of: result), intent: request.retry, attempts: attempts, elapsed: clock.uptime() - start,
        fraction: random.fraction())
      guard let delay, quotas.take(origin) else { return try result.get() }
      observer.record(.retry(url: RedactedURL.text(request.url), attempt: attempts + 1, after: delay))
      do throws(CancellationError) {
        try await clock.sleep(for: delay)
      } catch {
        throw AuthError(
          .cancelled,
          "The request was cancelled while it waited for its next attempt. Send it again if you "
            + "still need the response.")
      }
      // After the end of a renewal's lease, another process may have used the renewal's credential.
      if let lease = RenewalLease.current, lease.left <= .zero { return try result.get() }
    }
  }

  private func attempt(
    _ request: TransportRequest, _ next: any HTTPTransport
  ) async -> Result<TransportResponse, AuthError> {
    do throws(AuthError) {
      return .success(try await next.send(request))
    } catch {
      return .failure(error)
    }
  }

  private func outcome(of result: Result<TransportResponse, AuthError>) -> RetryPolicy.Outcome {
    switch result {
    case .success(let response):
      .answered(status: response.status, retryAfter: response.retryAfter(now: clock.now()))
    case .failure(let error): .failed(error.code)
    }
  }
}

/// The quotas of all origins, shared by the copies of one middleware.
private final class RetryQuotas: Sendable {
  private let full: RetryQuota
  private let byOrigin = Locked([Origin: RetryQuota]())

  init(_ full: RetryQuota) { self.full = full }

  func take(_ origin: Origin?) -> Bool {
    guard let origin else { return false }
    return byOrigin.withLock { $0[origin, default: full].take() }
  }

  func succeed(_ origin: Origin?, afterRetry: Bool) {
    guard let origin else { return }
    byOrigin.withLock { $0[origin, default: full].succeed(afterRetry: afterRetry) }
  }
}

public import AuthCore

/// Decides whether a request is sent again, and after how long. The decision is pure: it does not wait, and takes
/// randomness as an argument.
///
/// Waits grow exponentially with full jitter: each is drawn between zero and the step's limit, so that clients that
/// failed together do not retry together. A `Retry-After` is honoured in full.
public struct RetryPolicy: Sendable, Hashable {
  /// How often a request is sent in total, including the first time.
  public var maximumAttempts: Int
  /// The limit of the first wait; each further limit is twice the previous one.
  public var baseDelay: Duration
  /// The limit of every wait that the server did not request.
  public var maximumDelay: Duration
  /// The longest `Retry-After` to wait for. A longer one ends the retries: the caller gets the response and can tell
  /// the user.
  public var maximumRetryAfter: Duration
  /// No attempt begins later than this after the first one.
  public var deadline: Duration

  /// A policy; the defaults suit an app whose user is waiting.
  public init(
    maximumAttempts: Int = 3, baseDelay: Duration = .milliseconds(200), maximumDelay: Duration = .seconds(5),
    maximumRetryAfter: Duration = .seconds(20), deadline: Duration = .seconds(60)
  ) {
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
    self.maximumRetryAfter = maximumRetryAfter
    self.deadline = deadline
  }

  /// How one attempt ended.
  public enum Outcome: Sendable, Hashable {
    /// With a response, and its `Retry-After`.
    case answered(status: Int, retryAfter: Duration?)
    /// Without a response.
    case failed(AuthError.Code)
  }

  /// The wait before the next attempt, or nil for no further attempt.
  ///
  /// A `.never` request is never sent again, not even after a failed connection: the client cannot know whether the
  /// server saw the request, and must not use a code twice.
  ///
  /// - Parameters:
  ///   - outcome: how the last attempt ended.
  ///   - intent: whether the provider allows a retry.
  ///   - attempts: the number of attempts so far, at least 1.
  ///   - elapsed: the time since the first began.
  ///   - fraction: a random number from 0 up to, not including, 1.
  public func delay(
    after outcome: Outcome, intent: RetryIntent, attempts: Int, elapsed: Duration, fraction: Double
  ) -> Duration? {
    guard intent != .never, attempts < maximumAttempts, isRetried(outcome) else { return nil }
    let limit = min(maximumDelay, baseDelay * (1 << min(attempts - 1, 20)))
    var delay = limit * fraction
    if case .answered(_, let retryAfter?) = outcome {
      guard retryAfter <= maximumRetryAfter else { return nil }
      // Never earlier than requested, and spread over time.
      delay = retryAfter + baseDelay * fraction
    }
    return elapsed + delay < deadline ? delay : nil
  }

  /// 500 is not among them: the server failed at this request, and would probably fail again.
  private func isRetried(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .answered(let status, _): [429, 502, 503, 504].contains(status)
    case .failed(let code): code == .network || code == .timeout
    }
  }
}

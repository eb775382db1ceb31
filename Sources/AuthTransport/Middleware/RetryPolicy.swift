public import AuthCore

/// The rules for retries: whether a request is sent again, and after how long. The decision is a pure function: it does
/// not wait, and its randomness is an argument.
///
/// Waits grow exponentially with full jitter: each wait is a random time between zero and the step's limit, so that
/// clients that failed at the same time do not retry at the same time. A wait is never shorter than the server's
/// `Retry-After`.
public struct RetryPolicy: Sendable, Hashable {
  /// The maximum number of attempts, including the first.
  public var maximumAttempts: Int
  /// The limit of the first wait; each further limit is twice the previous one. After a `Retry-After`, this value
  /// limits the random time that is added.
  public var baseDelay: Duration
  /// The limit of every wait that the server did not request.
  public var maximumDelay: Duration
  /// The longest `Retry-After` to wait for. A longer `Retry-After` ends the retries: the caller gets the response, and
  /// can inform the user.
  public var maximumRetryAfter: Duration
  /// The time, counted from the start of the first attempt, after which no further attempt begins.
  public var deadline: Duration

  /// Creates a policy. The defaults suit an app whose user is waiting.
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

  /// The outcome of an attempt.
  public enum Outcome: Sendable, Hashable {
    /// A response, with its `Retry-After` if it has that field.
    case answered(status: Int, retryAfter: Duration?)
    /// An error, and no response.
    case failed(AuthError.Code)
  }

  /// Returns the wait before the next attempt; nil for no further attempt.
  ///
  /// A `.never` request is never sent again, not even after a failed connection: the client cannot determine whether
  /// the server received the request, and must not use a code twice.
  ///
  /// - Parameters:
  ///   - outcome: the outcome of the last attempt.
  ///   - intent: whether the provider allows a retry.
  ///   - attempts: the number of attempts so far, at least 1.
  ///   - elapsed: the time since the first attempt began.
  ///   - fraction: a random number from 0 up to, but not including, 1.
  public func delay(
    after outcome: Outcome, intent: RetryIntent, attempts: Int, elapsed: Duration, fraction: Double
  ) -> Duration? {
    guard intent != .never, attempts < maximumAttempts, isRetried(outcome) else { return nil }
    let limit = min(maximumDelay, baseDelay * (1 << min(attempts - 1, 20)))
    var delay = limit * fraction
    if case .answered(_, let retryAfter?) = outcome {
      guard retryAfter <= maximumRetryAfter else { return nil }
      // The wait is never shorter than the server requested. The jitter spreads the retries of many clients.
      delay = retryAfter + baseDelay * fraction
    }
    return elapsed + delay < deadline ? delay : nil
  }

  /// Returns whether an outcome allows a retry: HTTP 429, 502, 503 and 504, and the errors `network` and `timeout`.
  /// HTTP 500 does not, because the server would probably fail at this request again.
  private func isRetried(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .answered(let status, _): [429, 502, 503, 504].contains(status)
    case .failed(let code): code == .network || code == .timeout
    }
  }
}

public import AuthCore

/// When a request is sent again, and after how long: a pure decision, without waiting and without chance of its own.
///
/// Waits grow exponentially with full jitter: each is drawn between nothing and the step's limit, so that clients that
/// failed together do not come back together. A `Retry-After` is waited for in full.
public struct RetryPolicy: Sendable, Hashable {
  /// How often a request is sent in all, the first time included.
  public var maximumAttempts: Int
  /// The limit of the first wait; every further limit is twice the one before.
  public var baseDelay: Duration
  /// The limit of any wait that the server did not ask for.
  public var maximumDelay: Duration
  /// The longest `Retry-After` to wait for. A longer one ends it: the caller gets the answer and can tell the user.
  public var maximumRetryAfter: Duration
  /// No attempt begins later than this after the first.
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
    /// With an answer, and what its `Retry-After` says.
    case answered(status: Int, retryAfter: Duration?)
    /// Without one.
    case failed(AuthError.Code)
  }

  /// The wait before the next attempt, or nil when there is to be none.
  ///
  /// `.never` is never sent again, not even where connecting failed: whether the server saw the request is a guess
  /// from here, and a guess may not spend a code twice.
  ///
  /// - Parameters:
  ///   - outcome: how the last attempt ended.
  ///   - intent: how the request's provider says that it may be repeated.
  ///   - attempts: how many there were, at least 1.
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
      // Never earlier than asked, and not all at the same moment.
      delay = retryAfter + baseDelay * fraction
    }
    return elapsed + delay < deadline ? delay : nil
  }

  /// 500 is not among them: it says that the server failed at this request, not that it will do better.
  private func isRetried(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .answered(let status, _): [429, 502, 503, 504].contains(status)
    case .failed(let code): code == .network || code == .timeout
    }
  }
}

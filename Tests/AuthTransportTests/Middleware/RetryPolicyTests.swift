import AuthCore
import AuthTransport
import Testing

@Suite struct RetryPolicyTests {
  private struct Row {
    let outcome: RetryPolicy.Outcome
    var intent = RetryIntent.safe
    var attempts = 1
    var elapsed = Duration.zero
    var fraction = 0.5
    /// The expected delay in milliseconds; nil for no further attempt.
    let delay: Int?
  }

  private let policy = RetryPolicy(
    maximumAttempts: 8, baseDelay: .milliseconds(200), maximumDelay: .seconds(5), maximumRetryAfter: .seconds(20),
    deadline: .seconds(60))

  @Test func decidesByTheTable() {
    let refused = RetryPolicy.Outcome.failed(.network)
    let table: [Row] = [
      // Transient errors, and permanent ones.
      Row(outcome: refused, delay: 100),
      Row(outcome: .failed(.timeout), delay: 100),
      Row(outcome: .failed(.tls), delay: nil),
      Row(outcome: .failed(.cancelled), delay: nil),
      Row(outcome: .failed(.responseTooLarge), delay: nil),
      Row(outcome: .failed(.malformedResponse), delay: nil),
      Row(outcome: .failed(.invalidRequest), delay: nil),
      Row(outcome: .failed(.invalidConfiguration), delay: nil),
      Row(outcome: .answered(status: 429, retryAfter: nil), delay: 100),
      Row(outcome: .answered(status: 502, retryAfter: nil), delay: 100),
      Row(outcome: .answered(status: 503, retryAfter: nil), delay: 100),
      Row(outcome: .answered(status: 504, retryAfter: nil), delay: 100),
      Row(outcome: .answered(status: 500, retryAfter: nil), delay: nil),
      Row(outcome: .answered(status: 501, retryAfter: nil), delay: nil),
      Row(outcome: .answered(status: 401, retryAfter: nil), delay: nil),
      Row(outcome: .answered(status: 200, retryAfter: nil), delay: nil),
      // Whether the request may be repeated.
      Row(outcome: refused, intent: .never, delay: nil),
      Row(outcome: .answered(status: 503, retryAfter: .zero), intent: .never, delay: nil),
      Row(outcome: refused, intent: .idempotent("k"), delay: 100),
      // Full jitter: from zero up to a limit that doubles to a maximum.
      Row(outcome: refused, fraction: 0, delay: 0),
      Row(outcome: refused, attempts: 2, delay: 200),
      Row(outcome: refused, attempts: 3, delay: 400),
      Row(outcome: refused, attempts: 5, delay: 1600),
      Row(outcome: refused, attempts: 6, delay: 2500),
      Row(outcome: refused, attempts: 7, delay: 2500),
      Row(outcome: refused, attempts: 8, delay: nil),
      // The delay that the server requests: never earlier, with a small jitter, up to a maximum.
      Row(outcome: .answered(status: 503, retryAfter: .seconds(7)), fraction: 0, delay: 7000),
      Row(outcome: .answered(status: 429, retryAfter: .seconds(7)), delay: 7100),
      Row(outcome: .answered(status: 429, retryAfter: .seconds(20)), fraction: 0, delay: 20_000),
      Row(outcome: .answered(status: 429, retryAfter: .seconds(21)), delay: nil),
      // The deadline includes the wait.
      Row(outcome: refused, elapsed: .milliseconds(59_899), delay: 100),
      Row(outcome: refused, elapsed: .milliseconds(59_900), delay: nil),
      Row(outcome: .answered(status: 503, retryAfter: .seconds(10)), elapsed: .seconds(51), delay: nil),
    ]
    for (index, row) in table.enumerated() {
      let delay = policy.delay(
        after: row.outcome, intent: row.intent, attempts: row.attempts, elapsed: row.elapsed, fraction: row.fraction)
      #expect(delay == row.delay.map { .milliseconds($0) }, "row \(index): \(row)")
    }
  }

  @Test func quotaEndsARetryStormAndRefillsWithSuccesses() {
    var quota = RetryQuota(capacity: 12, cost: 5, refill: 1)
    let taken = (0..<3).map { _ in quota.take() }
    #expect(taken == [true, true, false])
    #expect(quota.available == 2)
    for _ in 0..<3 { quota.succeed(afterRetry: false) }
    let again = quota.take()
    #expect(again)
    quota.succeed(afterRetry: true)
    #expect(quota.available == 5)
    for _ in 0..<100 { quota.succeed(afterRetry: true) }
    #expect(quota.available == 12)
  }
}

/// A token bucket for retries. Only successful responses refill it: when a server is down for all clients, retries stop
/// after a while instead of multiplying the server's load. `RetryMiddleware` counts every response as successful except
/// 429 and 5xx.
public struct RetryQuota: Sendable, Hashable {
  /// The capacity of the bucket.
  public let capacity: Int
  /// The cost of a retry.
  public let cost: Int
  /// The tokens that a successful first attempt adds. A successful retry returns its cost.
  public let refill: Int
  /// The number of tokens that are left.
  public private(set) var available: Int

  /// Creates a full bucket, which by default suffices for 20 retries in a row.
  public init(capacity: Int = 100, cost: Int = 5, refill: Int = 1) {
    self.capacity = capacity
    self.cost = cost
    self.refill = refill
    available = capacity
  }

  /// Takes the tokens for one retry. Returns false, and leaves the tokens, when too few are left.
  public mutating func take() -> Bool {
    guard available >= cost else { return false }
    available -= cost
    return true
  }

  /// Adds the tokens for a successful response to a retry or to a first attempt.
  public mutating func succeed(afterRetry: Bool) {
    available = min(capacity, available + (afterRetry ? cost : refill))
  }
}

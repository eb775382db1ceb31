/// A bucket of tokens that retries take from and that only good answers refill: when a server is down for everybody,
/// repetition stops after a while instead of tripling its load.
public struct RetryQuota: Sendable, Hashable {
  /// What a full bucket holds.
  public let capacity: Int
  /// What a repetition takes.
  public let cost: Int
  /// What a good answer to a first attempt puts in. One to a repetition puts back what that took.
  public let refill: Int
  /// What the bucket holds now.
  public private(set) var available: Int

  /// A full bucket: by default good for 20 repetitions in a row.
  public init(capacity: Int = 100, cost: Int = 5, refill: Int = 1) {
    self.capacity = capacity
    self.cost = cost
    self.refill = refill
    available = capacity
  }

  /// Takes the cost of a repetition; false, and nothing taken, when there is not enough.
  public mutating func take() -> Bool {
    guard available >= cost else { return false }
    available -= cost
    return true
  }

  /// Notes a good answer, to a repetition or to a first attempt.
  public mutating func succeed(afterRetry: Bool) {
    available = min(capacity, available + (afterRetry ? cost : refill))
  }
}

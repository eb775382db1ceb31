import Synchronization

/// Counters that many threads increase without waiting for each other, in the format of Prometheus.
public final class FleetMetrics: Sendable {
  private let stamps = Atomic<Int>(0)
  private let forwards = Atomic<Int>(0)
  private let forwardsUnderWay = Atomic<Int>(0)
  private let refusals = Atomic<Int>(0)
  private let failures = Atomic<Int>(0)
  private let forwardNanoseconds = Atomic<Int>(0)

  /// Creates counters at zero.
  public init() {}

  /// The number of stamps, including those of forwarded requests.
  public var stampCount: Int { stamps.load(ordering: .relaxed) }
  /// The number of requests that were refused with a status below 500.
  public var refusalCount: Int { refusals.load(ordering: .relaxed) }

  func countStamp() { stamps.add(1, ordering: .relaxed) }
  func countRefusal() { refusals.add(1, ordering: .relaxed) }
  func countFailure() { failures.add(1, ordering: .relaxed) }

  /// Counts a forwarded request as in progress, unless `limit` requests are already in progress. Returns whether the
  /// request was counted; if so, `endForward(after:)` must follow.
  func beginForward(limit: Int) -> Bool {
    let (_, now) = forwardsUnderWay.add(1, ordering: .relaxed)
    if now <= limit { return true }
    forwardsUnderWay.subtract(1, ordering: .relaxed)
    return false
  }

  func endForward(after duration: Duration) {
    forwardsUnderWay.subtract(1, ordering: .relaxed)
    forwards.add(1, ordering: .relaxed)
    let (seconds, attoseconds) = duration.components
    forwardNanoseconds.add(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000), ordering: .relaxed)
  }

  /// Returns the metrics in the text format of Prometheus, version 0.0.4.
  func text(keys: Int, isEnding: Bool) -> String {
    let rows: [(name: String, type: String, value: String)] = [
      ("fleet_stamps_total", "counter", "\(stamps.load(ordering: .relaxed))"),
      ("fleet_forwards_total", "counter", "\(forwards.load(ordering: .relaxed))"),
      ("fleet_forward_seconds_total", "counter", "\(Double(forwardNanoseconds.load(ordering: .relaxed)) / 1e9)"),
      ("fleet_forwards_under_way", "gauge", "\(forwardsUnderWay.load(ordering: .relaxed))"),
      ("fleet_refusals_total", "counter", "\(refusals.load(ordering: .relaxed))"),
      ("fleet_failures_total", "counter", "\(failures.load(ordering: .relaxed))"),
      ("fleet_keys", "gauge", "\(keys)"), ("fleet_ending", "gauge", isEnding ? "1" : "0"),
    ]
    return rows.map { "# TYPE \($0.name) \($0.type)\n\($0.name) \($0.value)\n" }.joined()
  }
}

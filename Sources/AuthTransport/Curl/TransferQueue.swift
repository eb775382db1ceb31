import AuthCore

/// Limits how many exchanges run with one origin at a time. Further exchanges wait, and start in order of arrival.
///
/// libcurl's own limit (`CURLMOPT_MAX_HOST_CONNECTIONS`) is not used: it costs a third of the throughput when many
/// exchanges wait.
struct TransferQueue {
  private struct Lane {
    var running = 0
    var waiting: [UInt64] = []
    /// How many elements at the start of `waiting` have been taken. They are removed in one step, because each removal
    /// moves the rest of the array.
    var taken = 0
  }

  private let limit: Int
  private var lanes: [Origin: Lane] = [:]
  private var waiting: Set<UInt64> = []

  init(limit: Int) { self.limit = limit }

  /// The number of waiting exchanges.
  var waitingCount: Int { waiting.count }

  /// Returns whether `id` may run at once; otherwise adds it to the waiting exchanges.
  mutating func enter(_ id: UInt64, _ origin: Origin) -> Bool {
    if lanes[origin, default: Lane()].running < limit {
      lanes[origin, default: Lane()].running += 1
      return true
    }
    lanes[origin, default: Lane()].waiting.append(id)
    waiting.insert(id)
    return false
  }

  /// Removes a waiting exchange. Returns false when `id` is not waiting.
  mutating func leave(_ id: UInt64) -> Bool { waiting.remove(id) != nil }

  /// Ends a running exchange with `origin`. Returns the next waiting exchange with `origin`, which then counts as
  /// running; nil when no exchange with `origin` waits.
  mutating func finish(_ origin: Origin) -> UInt64? {
    guard var lane = lanes[origin] else { return nil }
    lanes[origin] = nil  // so that the array below is not copied
    defer { if lane.running > 0 { lanes[origin] = lane } }
    while lane.taken < lane.waiting.count {
      let id = lane.waiting[lane.taken]
      lane.taken += 1
      if lane.taken > 64, lane.taken * 2 > lane.waiting.count {
        lane.waiting.removeFirst(lane.taken)
        lane.taken = 0
      }
      if waiting.remove(id) != nil { return id }
    }
    lane.waiting = []
    lane.taken = 0
    lane.running -= 1
    return nil
  }
}

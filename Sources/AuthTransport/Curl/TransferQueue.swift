import AuthCore

/// Decides which exchange runs and which waits: a limited number at a time with one origin, the others in order of
/// arrival.
///
/// The limit is here and not in libcurl, whose own (`CURLMOPT_MAX_HOST_CONNECTIONS`) costs a third of the throughput
/// when many exchanges wait.
struct TransferQueue {
  private struct Lane {
    var running = 0
    var waiting: [UInt64] = []
    /// How many of `waiting` have been started: removing them one by one would move the rest each time.
    var taken = 0
  }

  private let limit: Int
  private var lanes: [Origin: Lane] = [:]
  private var waiting: Set<UInt64> = []

  init(limit: Int) { self.limit = limit }

  /// How many wait.
  var waitingCount: Int { waiting.count }

  /// Whether `id` may run at once; otherwise it waits.
  mutating func enter(_ id: UInt64, _ origin: Origin) -> Bool {
    if lanes[origin, default: Lane()].running < limit {
      lanes[origin, default: Lane()].running += 1
      return true
    }
    lanes[origin, default: Lane()].waiting.append(id)
    waiting.insert(id)
    return false
  }

  /// Removes a waiting exchange; false when it does not wait.
  mutating func leave(_ id: UInt64) -> Bool { waiting.remove(id) != nil }

  /// A running exchange has ended; returns the next one, which takes its slot.
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

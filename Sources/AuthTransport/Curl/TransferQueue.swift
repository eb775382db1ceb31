import AuthCore

/// Which exchange may run and which waits: so many at a time with one origin, the others in the order they came.
///
/// The limit stands here and not in libcurl, whose own (`CURLMOPT_MAX_HOST_CONNECTIONS`) costs a third of the
/// throughput once many wait.
struct TransferQueue {
  private struct Lane {
    var running = 0
    var waiting: [UInt64] = []
    /// How many of `waiting` have been taken: removing them one by one would move the rest each time.
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

  /// One that waits leaves the line; false when it does not wait.
  mutating func leave(_ id: UInt64) -> Bool { waiting.remove(id) != nil }

  /// One that ran has ended; the next in line, which takes its place.
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

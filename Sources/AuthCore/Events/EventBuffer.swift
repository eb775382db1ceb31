/// The newest events that a reader has not taken yet: a pure value.
struct EventBuffer: Sendable {
  private let capacity: Int
  /// What was taken stands in front, until as much again is there.
  private var events: [AuthEvent] = []
  private var taken = 0
  /// How many were dropped for newer ones.
  private(set) var dropped = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Adds one; the oldest goes where there is no room.
  mutating func append(_ event: AuthEvent) {
    if events.count - taken == capacity {
      taken += 1
      dropped += 1
    }
    if taken >= capacity {
      events.removeFirst(taken)
      taken = 0
    }
    events.append(event)
  }

  /// Takes the oldest one.
  mutating func next() -> AuthEvent? {
    guard taken < events.count else { return nil }
    defer {
      taken += 1
      if taken == events.count {
        events.removeAll(keepingCapacity: true)
        taken = 0
      }
    }
    return events[taken]
  }
}

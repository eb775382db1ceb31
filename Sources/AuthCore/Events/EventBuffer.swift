/// The newest unread events of a reader: a pure value.
struct EventBuffer: Sendable {
  private let capacity: Int
  /// First `taken` events that were read or dropped, then the unread events. The taken events are removed together once
  /// there are `capacity` of them, because each removal moves all later events.
  private var events: [AuthEvent] = []
  private var taken = 0
  /// The number of events that were dropped for newer ones.
  private(set) var dropped = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Adds an event; if the buffer is full, the oldest one is dropped.
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

  /// Takes the oldest event.
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

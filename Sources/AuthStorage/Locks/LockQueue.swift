/// The locks of a process that are held, with a queue of waiters for each lock, in the order of arrival.
struct LockQueue<Waiter> {
  private var held: [String: [(id: UInt64, waiter: Waiter)]] = [:]
  /// The outcomes of waiters that have a number but are not in the queue yet.
  private var arriving: [UInt64: LockOutcome?] = [:]
  private var lastID: UInt64 = .zero

  /// Takes a lock if it is free and returns nil; otherwise returns the number of a new waiter.
  mutating func take(_ name: String) -> UInt64? {
    guard held[name] != nil else {
      held[name] = []
      return nil
    }
    lastID += 1
    arriving[lastID] = .some(nil)
    return lastID
  }

  /// Adds a waiter to the queue and returns nil. If the waiter already has an outcome, or the lock has become free,
  /// returns the outcome instead.
  mutating func wait(_ id: UInt64, for name: String, _ waiter: Waiter) -> LockOutcome? {
    if let outcome = arriving.removeValue(forKey: id) ?? nil { return outcome }
    guard held[name] != nil else {
      held[name] = []
      return .acquired
    }
    held[name]?.append((id, waiter))
    return nil
  }

  /// Removes a waiter from the queue and returns it. If the waiter is not in the queue yet, stores the outcome for
  /// `wait` and returns nil.
  mutating func giveUp(_ id: UInt64, for name: String, _ outcome: LockOutcome) -> Waiter? {
    if let index = held[name]?.firstIndex(where: { $0.id == id }) { return held[name]?.remove(at: index).waiter }
    if arriving[id] != nil { arriving[id] = .some(outcome) }
    return nil
  }

  /// Passes a lock to the next waiter and returns that waiter; releases the lock and returns nil if no waiter is left.
  mutating func release(_ name: String) -> Waiter? {
    guard let queue = held[name], !queue.isEmpty else {
      held[name] = nil
      return nil
    }
    return held[name]?.removeFirst().waiter
  }
}

/// Which locks of a process are held, and the queue behind each: first come, first served.
struct LockQueue<Waiter> {
  private var held: [String: [(id: UInt64, waiter: Waiter)]] = [:]
  /// The outcomes of waiters that have a number and are not in the queue yet.
  private var arriving: [UInt64: LockOutcome?] = [:]
  private var lastID: UInt64 = .zero

  /// Takes a free lock; returns a waiter's number if the lock is held.
  mutating func take(_ name: String) -> UInt64? {
    guard held[name] != nil else {
      held[name] = []
      return nil
    }
    lastID += 1
    arriving[lastID] = .some(nil)
    return lastID
  }

  /// Puts a waiter into the queue; returns its outcome if it already has one.
  mutating func wait(_ id: UInt64, for name: String, _ waiter: Waiter) -> LockOutcome? {
    if let outcome = arriving.removeValue(forKey: id) ?? nil { return outcome }
    guard held[name] != nil else {
      held[name] = []
      return .acquired
    }
    held[name]?.append((id, waiter))
    return nil
  }

  /// Takes a waiter out of the queue and returns it, or keeps its outcome until it enters the queue.
  mutating func giveUp(_ id: UInt64, for name: String, _ outcome: LockOutcome) -> Waiter? {
    if let index = held[name]?.firstIndex(where: { $0.id == id }) { return held[name]?.remove(at: index).waiter }
    if arriving[id] != nil { arriving[id] = .some(outcome) }
    return nil
  }

  /// Frees a lock, or passes it to the next waiter and returns that waiter.
  mutating func release(_ name: String) -> Waiter? {
    guard let queue = held[name], !queue.isEmpty else {
      held[name] = nil
      return nil
    }
    return held[name]?.removeFirst().waiter
  }
}

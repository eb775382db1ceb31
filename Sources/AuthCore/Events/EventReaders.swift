/// The readers of events, and each reader's unread events.
final class EventReaders: Sendable {
  private struct Reader {
    var buffer = EventBuffer(capacity: AuthEvents.capacity)
    var waiters: [(id: UInt64, continuation: CheckedContinuation<AuthEvent?, Never>)] = []
  }

  private struct State {
    var readers: [UInt64: Reader] = [:]
    var next: UInt64 = 0
    var isFinished = false
  }

  private let state = Locked(State())

  /// The number of readers.
  var count: Int { state.withLock { $0.readers.count } }

  /// The number of readers that wait for an event.
  var waiterCount: Int { state.withLock { $0.readers.values.reduce(0) { $0 + $1.waiters.count } } }

  /// Adds a reader that gets the events from now on.
  func subscribe() -> EventSubscription {
    let id = state.withLock { state in
      state.next += 1
      if !state.isFinished { state.readers[state.next] = Reader() }
      return state.next
    }
    return EventSubscription(id, of: self)
  }

  /// Passes an event to each reader: to one waiting task, or else to the reader's buffer. Without readers, a call costs
  /// one lock and one check.
  func record(_ event: AuthEvent) {
    let waiters = state.withLock { state -> [CheckedContinuation<AuthEvent?, Never>] in
      guard !state.readers.isEmpty else { return [] }
      var waiters: [CheckedContinuation<AuthEvent?, Never>] = []
      for id in Array(state.readers.keys) {
        if let waiter = state.readers[id]?.waiters.first {
          state.readers[id]?.waiters.removeFirst()
          waiters.append(waiter.continuation)
        } else {
          state.readers[id]?.buffer.append(event)
        }
      }
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: event) }
  }

  /// Returns the next event of a reader, and waits for it if necessary; nil if the reader has ended or the task is
  /// cancelled.
  func next(_ reader: UInt64) async -> AuthEvent? {
    let waiter = state.withLock { state in
      state.next += 1
      return state.next
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isWaiting, event) = state.withLock { state -> (Bool, AuthEvent?) in
          guard !Task.isCancelled, state.readers[reader] != nil else { return (false, nil) }
          if let event = state.readers[reader]?.buffer.next() { return (false, event) }
          state.readers[reader]?.waiters.append((waiter, continuation))
          return (true, nil)
        }
        guard isWaiting else { return continuation.resume(returning: event) }
        if Task.isCancelled { leave(reader, waiter) }
      }
    } onCancel: {
      leave(reader, waiter)
    }
  }

  func dropped(_ reader: UInt64) -> Int { state.withLock { $0.readers[reader]?.buffer.dropped ?? 0 } }

  /// Removes a reader and ends its waiting tasks.
  func end(_ reader: UInt64) {
    let waiters = state.withLock { $0.readers.removeValue(forKey: reader)?.waiters ?? [] }
    for waiter in waiters { waiter.continuation.resume(returning: nil) }
  }

  /// Ends all readers, including those that subscribe later.
  func finish() {
    let readers = state.withLock { state in
      state.isFinished = true
      defer { state.readers = [:] }
      return state.readers
    }
    for waiter in readers.values.flatMap(\.waiters) { waiter.continuation.resume(returning: nil) }
  }

  private func leave(_ reader: UInt64, _ waiter: UInt64) {
    let left = state.withLock { state -> CheckedContinuation<AuthEvent?, Never>? in
      guard let index = state.readers[reader]?.waiters.firstIndex(where: { $0.id == waiter }) else { return nil }
      return state.readers[reader]?.waiters.remove(at: index).continuation
    }
    left?.resume(returning: nil)
  }
}

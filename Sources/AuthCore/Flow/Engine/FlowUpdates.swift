/// The updates of one flow, in order, for any number of readers.
///
/// The updates are an append-only log: a reader starts at the newest entry and then gets every later entry. Readers do
/// not take entries from each other.
final class FlowUpdates: Sendable {
  private struct State {
    var entries: [FlowUpdate] = [.idle]
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter: UInt64 = 0
  }

  private let state = Locked(State())

  var latest: FlowUpdate { state.withLock { $0.entries.last ?? .idle } }

  /// The position of the newest entry.
  var newest: Int { state.withLock { $0.entries.count - 1 } }

  /// Adds an entry, unless the last entry is terminal.
  func append(_ update: FlowUpdate) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.entries.last?.isTerminal != true else { return [] }
      state.entries.append(update)
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits for the entry at `position`; nil after the terminal entry, or when the reader's task is cancelled.
  func entry(at position: Int) async -> FlowUpdate? {
    while !Task.isCancelled {
      let (entry, ended) = state.withLock { state in
        position < state.entries.count
          ? (state.entries[position], false) : (nil, state.entries.last?.isTerminal == true)
      }
      if let entry { return entry }
      if ended { return nil }
      await wait(for: position)
    }
    return nil
  }

  private func wait(for position: Int) async {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          if position < state.entries.count || state.entries.last?.isTerminal == true { return true }
          state.waiters[id] = continuation
          return false
        }
        if known { continuation.resume() } else if Task.isCancelled { leave(id) }
      }
    } onCancel: {
      leave(id)
    }
  }

  private func leave(_ id: UInt64) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
  }
}

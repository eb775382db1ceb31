import AuthCore

/// A gate that a law opens. A caller waits until the gate is open, even if the caller's task is cancelled.
final class Door: Sendable {
  private struct State {
    var isOpen = false
    var isReached = false
    var isAbandoned = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watching: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Whether a caller has reached the door.
  var isReached: Bool { state.withLock { $0.isReached } }

  /// Waits until the door is open.
  func wait() async {
    await withCheckedContinuation { continuation in
      let (isOpen, watching) = state.withLock { state in
        defer { state.watching = [] }
        state.isReached = true
        if !state.isOpen { state.waiting.append(continuation) }
        return (state.isOpen, state.watching)
      }
      for watcher in watching { watcher.resume() }
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until a caller has reached the door.
  ///
  /// - Throws: `BrokenLaw` if `work` ends first, because then no caller can reach the door.
  func reached<Value: Sendable>(by work: Task<Value, any Error>) async throws {
    let watcher = Task {
      _ = await work.result
      abandon()
    }
    await reachedOrAbandoned()
    watcher.cancel()
    try require(isReached, "the operation sends a request")
  }

  private func abandon() {
    let watching = state.withLock { state in
      defer { state.watching = [] }
      state.isAbandoned = true
      return state.watching
    }
    for watcher in watching { watcher.resume() }
  }

  private func reachedOrAbandoned() async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        let isReached = state.isReached || state.isOpen || state.isAbandoned
        if !isReached { state.watching.append(continuation) }
        return isReached
      }
      if isReached { continuation.resume() }
    }
  }

  /// Resumes every waiting caller; later callers do not wait.
  func open() {
    let released = state.withLock { state in
      defer {
        state.waiting = []
        state.watching = []
      }
      state.isOpen = true
      return state.waiting + state.watching
    }
    for continuation in released { continuation.resume() }
  }
}

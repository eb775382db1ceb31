import AuthCore

/// Locks by name within one process: first come, first served, with a limit on each wait.
///
/// Waiters are continuations rather than threads, so that a task that waits holds nothing of the cooperative pool.
final class NamedLocks: Sendable {
  private enum Outcome {
    case acquired
    case timedOut
    case cancelled
  }

  private struct Waiter {
    let id: UInt64
    let continuation: CheckedContinuation<Outcome, Never>
  }

  private struct State {
    /// The queue behind each lock that is held.
    var held: [String: [Waiter]] = [:]
    /// Waiters between drawing their number and leaving; the outcome of those given up before they had queued.
    var waiting: [UInt64: Outcome?] = [:]
    var nextID: UInt64 = 0
  }

  private let state = Locked(State())
  private let clock: any AuthClock
  private let timeout: Duration

  /// Locks whose waiters give up after `timeout` of `clock`.
  init(clock: any AuthClock, timeout: Duration) {
    self.clock = clock
    self.timeout = timeout
  }

  /// Runs `body` while this task holds the lock.
  func withLock<Result: Sendable>(
    on name: String, _ body: () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await acquire(name)
    defer { release(name) }
    return try await body()
  }

  private func acquire(_ name: String) async throws(AuthError) {
    if Task.isCancelled { throw .cancelled }
    let id = state.withLock { state -> UInt64? in
      guard state.held[name] != nil else {
        state.held[name] = []
        return nil
      }
      state.nextID += 1
      state.waiting[state.nextID] = .some(nil)
      return state.nextID
    }
    guard let id else { return }
    let timer = Task {
      do throws(CancellationError) {
        try await clock.sleep(for: timeout)
      } catch {
        return
      }
      giveUp(id, on: name, .timedOut)
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { enqueue(Waiter(id: id, continuation: $0), on: name) }
    } onCancel: {
      giveUp(id, on: name, .cancelled)
    }
    timer.cancel()
    state.withLock { _ = $0.waiting.removeValue(forKey: id) }
    switch outcome {
    case .acquired: return
    case .cancelled: throw .cancelled
    case .timedOut: throw Self.timedOut(name, timeout)
    }
  }

  private func enqueue(_ waiter: Waiter, on name: String) {
    let outcome = state.withLock { state -> Outcome? in
      if case .some(.some(let outcome)) = state.waiting[waiter.id] { return outcome }
      guard state.held[name] != nil else {
        state.held[name] = []
        return .acquired
      }
      state.held[name, default: []].append(waiter)
      return nil
    }
    if let outcome { waiter.continuation.resume(returning: outcome) }
  }

  private func giveUp(_ id: UInt64, on name: String, _ outcome: Outcome) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.held[name]?.firstIndex(where: { $0.id == id }) else {
        if state.waiting[id] != nil { state.waiting[id] = .some(outcome) }
        return nil
      }
      return state.held[name]?.remove(at: index)
    }
    waiter?.continuation.resume(returning: outcome)
  }

  private func release(_ name: String) {
    let next = state.withLock { state -> Waiter? in
      guard let queue = state.held[name], !queue.isEmpty else {
        state.held[name] = nil
        return nil
      }
      return state.held[name]?.removeFirst()
    }
    next?.continuation.resume(returning: .acquired)
  }

  /// The error of a lock that was not to be had in time.
  static func timedOut(_ name: String, _ timeout: Duration) -> AuthError {
    AuthError(
      .storeLocked,
      "The store's lock '\(name)' was held elsewhere for \(Int(timeout.seconds.rounded())) s; try again.")
  }
}

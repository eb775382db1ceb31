/// Runs something for at most so long.
package enum Deadline {
  /// What `body` gives, or nil when time ran out first.
  ///
  /// The task that runs it is cancelled then, and not waited for: code from outside, a provider's or a token
  /// provider's, may not listen. When the caller is cancelled, so is the body, and its answer is still waited for.
  package static func run<Value: Sendable>(
    _ limit: Duration, clock: any AuthClock, _ body: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let race = DeadlineRace<Value>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        race.begin(
          continuation,
          body: Task { race.end(await body()) },
          timer: Task {
            do throws(CancellationError) { try await clock.sleep(for: limit) } catch { return }
            race.end(nil)
          })
        if Task.isCancelled { race.cancelBody() }
      }
    } onCancel: {
      race.cancelBody()
    }
  }
}

/// A body and a timer, of which the first to end gives the result.
private final class DeadlineRace<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value?, Never>?
    var tasks: [Task<Void, Never>] = []
    /// The result that came before the race was set up.
    var early: Value??
  }

  private let state = Locked(State())

  func begin(_ continuation: CheckedContinuation<Value?, Never>, body: Task<Void, Never>, timer: Task<Void, Never>) {
    let early = state.withLock { state -> Value?? in
      state.tasks = [body, timer]
      if state.early == nil { state.continuation = continuation }
      return state.early
    }
    guard let early else { return }
    stop()
    continuation.resume(returning: early)
  }

  func end(_ value: Value?) {
    let continuation = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      defer { state.continuation = nil }
      if state.tasks.isEmpty, state.early == nil { state.early = .some(value) }
      return state.continuation
    }
    guard let continuation else { return }
    stop()
    continuation.resume(returning: value)
  }

  func cancelBody() { state.withLock { $0.tasks.first }?.cancel() }

  private func stop() {
    for task in state.withLock({ $0.tasks }) { task.cancel() }
  }
}

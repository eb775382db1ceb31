/// A time limit for asynchronous code.
package enum Deadline {
  /// Returns the result of `body`; nil if the time limit passed first.
  ///
  /// After the limit, the task of `body` is cancelled but not awaited, because a provider or a token provider may
  /// ignore the cancellation. If the caller is cancelled, `body` is cancelled, and its result is still awaited until
  /// the limit.
  ///
  /// - Parameters:
  ///   - limit: the time limit.
  ///   - grace: how long a result is still accepted after the limit. If the process was paused beyond the limit, the
  ///     grace begins when the process continues, so that a result that has already arrived can still be read.
  ///   - clock: measures the limit.
  ///   - body: the code to run.
  package static func run<Value: Sendable>(
    _ limit: Duration, grace: Duration = .zero, clock: any AuthClock, _ body: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let race = DeadlineRace<Value>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        race.begin(
          continuation,
          body: Task { race.end(await body()) },
          timer: Task {
            do throws(CancellationError) {
              try await clock.sleep(for: limit)
              if grace > .zero { try await clock.sleep(for: grace) }
            } catch {
              return
            }
            race.end(nil)
          })
        if Task.isCancelled { race.cancelBody() }
      }
    } onCancel: {
      race.cancelBody()
    }
  }
}

/// A race between a body and a timer. The one that ends first determines the result.
private final class DeadlineRace<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value?, Never>?
    var tasks: [Task<Void, Never>] = []
    /// The result of a body or a timer that ended before `begin` was called; the outer nil means that neither has
    /// ended.
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

/// One operation however many callers want its outcome.
///
/// The operation runs in a task of its own: a caller that gives up leaves alone, and what was begun is finished. The
/// callers wait in a list of continuations, which is linear in their number; `Task.value` is not.
final class SingleFlight<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, AuthError>

  private struct State {
    var isUnderWay = false
    var waiters: [UInt64: CheckedContinuation<Outcome, Never>] = [:]
    var nextWaiter: UInt64 = 0
  }

  private let state = Locked(State())

  /// Whether an operation is under way.
  var isUnderWay: Bool { state.withLock { $0.isUnderWay } }

  /// Joins the operation that is under way, or begins `operation`.
  ///
  /// - Throws: `cancelled` when this caller gives up; the others are not touched.
  func run(_ operation: @escaping @Sendable () async -> Outcome) async throws(AuthError) -> Value {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        let isFirst = state.withLock { state in
          state.waiters[id] = continuation
          defer { state.isUnderWay = true }
          return !state.isUnderWay
        }
        if isFirst { begin(operation) }
        if Task.isCancelled { leave(id) }
      }
    } onCancel: {
      leave(id)
    }
    return try outcome.get()
  }

  /// Begins `operation` unless one is under way, and waits for nothing.
  func begin(ifIdle operation: @escaping @Sendable () async -> Outcome) {
    let isFirst = state.withLock { state in
      defer { state.isUnderWay = true }
      return !state.isUnderWay
    }
    if isFirst { begin(operation) }
  }

  private func begin(_ operation: @escaping @Sendable () async -> Outcome) {
    Task.detached { [self] in
      let outcome = await operation()
      let waiters = state.withLock { state in
        defer {
          state.waiters = [:]
          state.isUnderWay = false
        }
        return state.waiters.values
      }
      for waiter in waiters { waiter.resume(returning: outcome) }
    }
  }

  private func leave(_ id: UInt64) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: .failure(.cancelled))
  }
}

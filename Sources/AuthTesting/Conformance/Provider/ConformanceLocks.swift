import AuthCore

/// Locks by name for the suite's own stores. Waiting tasks get a lock in the order of their arrival. The wait ends when
/// the task is cancelled.
final class ConformanceLocks: Sendable {
  private struct Waiter {
    let id: UInt64
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    /// The names of the locks that are held, with the waiters of each.
    var held: [String: [Waiter]] = [:]
    var nextID: UInt64 = 0
  }

  private let state = Locked(State())

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    guard await acquire(name) else { throw .cancelled }
    defer { release(name) }
    return try await body()
  }

  private func acquire(_ name: String) async -> Bool {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          let isFree = state.held[name] == nil
          state.held[name, default: []] += isFree ? [] : [Waiter(id: id, continuation: continuation)]
          return isFree
        }
        if isFree { continuation.resume(returning: true) } else if Task.isCancelled { leave(name, id) }
      }
    } onCancel: {
      leave(name, id)
    }
  }

  private func leave(_ name: String, _ id: UInt64) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.held[name]?.firstIndex(where: { $0.id == id }) else { return nil }
      return state.held[name]?.remove(at: index)
    }
    waiter?.continuation.resume(returning: false)
  }

  private func release(_ name: String) {
    let next = state.withLock { state -> Waiter? in
      guard let waiters = state.held[name], !waiters.isEmpty else {
        state.held[name] = nil
        return nil
      }
      return state.held[name]?.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}

/// A token provider that calls its source for one caller at a time. Other callers wait in the order of their arrival,
/// because many sources cannot be called concurrently, for example a command, or an identity system that shows a page.
///
/// The next caller's turn begins only after the source has returned or thrown, even if the current caller was
/// cancelled.
final class SerialTokenProvider: TokenProvider {
  private struct Waiter {
    let id: UInt64
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var isAsked = false
    var waiters: [Waiter] = []
    /// Callers that have an id and are not in `waiters` yet. A caller that is cancelled before it is queued is removed
    /// from this set, so that it is not queued afterwards.
    var arriving: Set<UInt64> = []
    var nextID: UInt64 = 0
  }

  private let provider: any TokenProvider
  private let state = Locked(State())

  init(_ provider: any TokenProvider) { self.provider = provider }

  var hasSource: Bool { provider.hasSource }

  /// Returns the source's token; nil if no user is signed in at the source.
  ///
  /// - Throws: `CancellationError` if the caller is cancelled before its turn; otherwise the error of the source.
  func token(for request: TokenRequest) async throws -> Secret? {
    guard await takeTurn() else { throw CancellationError() }
    defer { passTurn() }
    return try await provider.token(for: request)
  }

  /// Waits for the caller's turn; returns false if the caller was cancelled before its turn.
  private func takeTurn() async -> Bool {
    let id = state.withLock { state in
      state.nextID += 1
      state.arriving.insert(state.nextID)
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { enqueue(Waiter(id: id, continuation: $0)) }
    } onCancel: {
      leave(id)
    }
  }

  private func enqueue(_ waiter: Waiter) {
    let hasTurn = state.withLock { state -> Bool? in
      guard state.arriving.remove(waiter.id) != nil else { return false }
      guard state.isAsked else {
        state.isAsked = true
        return true
      }
      state.waiters.append(waiter)
      return nil
    }
    if let hasTurn { waiter.continuation.resume(returning: hasTurn) }
  }

  private func leave(_ id: UInt64) {
    let waiter = state.withLock { state -> Waiter? in
      state.arriving.remove(id)
      return state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
  }

  private func passTurn() {
    let next = state.withLock { state -> Waiter? in
      guard !state.waiters.isEmpty else {
        state.isAsked = false
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}

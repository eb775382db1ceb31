package import AuthCore

/// Named locks within one process, granted in the order of arrival, with a timeout for waiters.
///
/// Waiters are continuations, not threads, so that a waiting task does not block a thread of the cooperative pool.
package final class NamedLocks: Sendable {
  private typealias Queue = LockQueue<CheckedContinuation<LockOutcome, Never>>

  private let queue = Locked(Queue())
  private let clock: any AuthClock
  private let timeout: Duration

  /// Creates locks whose waiters give up after `timeout`, measured on `clock`.
  package init(clock: any AuthClock, timeout: Duration) {
    self.clock = clock
    self.timeout = timeout
  }

  /// Runs `body` while this task holds the lock of that name.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled, or the error
  ///   of `body`.
  package func withLock<Result: Sendable>(
    on name: String, _ body: () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await acquire(name)
    defer { queue.withLock { $0.release(name) }?.resume(returning: .acquired) }
    return try await body()
  }

  private func acquire(_ name: String) async throws(AuthError) {
    if Task.isCancelled { throw .cancelled }
    guard let id = queue.withLock({ $0.take(name) }) else { return }
    let timer = Task {
      do throws(CancellationError) {
        try await clock.sleep(for: timeout)
      } catch {
        return
      }
      giveUp(id, on: name, .timedOut)
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = queue.withLock { $0.wait(id, for: name, continuation) }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      giveUp(id, on: name, .cancelled)
    }
    timer.cancel()
    switch outcome {
    case .acquired: return
    case .cancelled: throw .cancelled
    case .timedOut: throw Self.timedOut(name, timeout)
    }
  }

  private func giveUp(_ id: UInt64, on name: String, _ outcome: LockOutcome) {
    queue.withLock { $0.giveUp(id, for: name, outcome) }?.resume(returning: outcome)
  }

  /// Makes the error for a lock that this task did not get within `timeout`.
  package static func timedOut(_ name: String, _ timeout: Duration) -> AuthError {
    AuthError(
      .storeLocked,
      "The store's lock '\(name)' was not free within \(Int(timeout.seconds.rounded())) s: another task or process "
        + "holds it. Try again.")
  }
}

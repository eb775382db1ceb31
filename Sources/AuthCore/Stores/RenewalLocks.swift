/// Locks that are held from one call to another, although `withLock` holds a lock only for one call. For each lock, a
/// separate task calls `withLock` and waits inside it until the release.
public final class RenewalLocks: Sendable {
  private struct State {
    var next: UInt64 = 0
    /// The task that waits inside each lock; nil until that task starts to wait.
    var held: [UInt64: CheckedContinuation<Void, Never>?] = [:]
  }

  private let state = Locked(State())

  /// Creates an object that holds no lock.
  public init() {}

  /// Takes a lock, and returns while the lock is held.
  ///
  /// - Parameter lock: takes the lock, runs its argument, and releases the lock.
  /// - Returns: the token for `release(_:)`, which grows with every call.
  /// - Throws: the error of `lock`, if `lock` throws before it runs its argument.
  func hold(
    _ lock: @escaping @Sendable (_ body: @Sendable () async -> Void) async throws(AuthError) -> Void
  ) async throws(AuthError) -> UInt64 {
    let token = state.withLock { state in
      state.next += 1
      state.held[state.next] = .some(nil)
      return state.next
    }
    let failure = await withCheckedContinuation { (taken: CheckedContinuation<AuthError?, Never>) in
      Task.detached { [self] in
        do throws(AuthError) {
          try await lock {
            taken.resume(returning: nil)
            await wait(token)
          }
        } catch {
          // The error was thrown instead of running the body, so `taken` was not resumed.
          state.withLock { _ = $0.held.removeValue(forKey: token) }
          taken.resume(returning: error)
        }
      }
    }
    if let failure { throw failure }
    return token
  }

  /// Releases a lock. Does nothing if the lock was released already.
  func release(_ token: UInt64) {
    let waiting = state.withLock { $0.held.removeValue(forKey: token) }
    waiting??.resume()
  }

  private func wait(_ token: UInt64) async {
    await withCheckedContinuation { continuation in
      let isReleased = state.withLock { state in
        guard state.held[token] != nil else { return true }
        state.held[token] = continuation
        return false
      }
      if isReleased { continuation.resume() }
    }
  }
}

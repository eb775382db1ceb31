import AuthCore

/// One fetch for concurrent callers. The cancellation of a caller does not cancel the fetch for the others.
final class SharedFetch<Value: Sendable>: Sendable {
  private let task = Locked<Task<Result<Value, AuthError>, Never>?>(nil)

  /// Returns the value of the fetch that is under way, or starts one.
  func run(_ body: @escaping @Sendable () async throws(AuthError) -> Value) async throws(AuthError) -> Value {
    let running = task.withLock { task in
      if let task { return task }
      let started = Task { () -> Result<Value, AuthError> in
        defer { self.task.withLock { $0 = nil } }
        do throws(AuthError) { return .success(try await body()) } catch { return .failure(error) }
      }
      task = started
      return started
    }
    return try await running.value.get()
  }
}

/// Runs something for at most so long.
package enum Deadline {
  /// What `body` gives, or nil when time ran out first; the task that runs it is cancelled then.
  package static func run<Value: Sendable>(
    _ limit: Duration, clock: any AuthClock, _ body: @escaping @Sendable () async -> Value
  ) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await body() }
      group.addTask {
        do throws(CancellationError) { try await clock.sleep(for: limit) } catch {}
        return nil
      }
      // The sleeper ends early only when this whole task is cancelled: then the body's answer is the one to wait for.
      var first = await group.next() ?? nil
      if first == nil, Task.isCancelled { first = await group.next() ?? nil }
      group.cancelAll()
      return first
    }
  }
}

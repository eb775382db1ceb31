import AuthCore

/// Named locks whose waiters ignore cancellation. They fail at their time limit.
final class DeafLocks: Sendable {
  private static let patience = 10_000
  private let held = Locked<Set<String>>([])

  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    var looks = 0
    while !held.withLock({ $0.insert(name).inserted }) {
      looks += 1
      if looks > Self.patience { throw AuthError(.storeLocked, "The lock '\(name)' was not free in time.") }
      await Task.yield()
    }
    defer { held.withLock { _ = $0.remove(name) } }
    return try await body()
  }
}

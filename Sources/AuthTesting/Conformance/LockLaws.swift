import AuthCore

/// The laws of `withLock`, which are the same for session stores and record stores.
enum LockLaws {
  /// Names that a store must keep unchanged: each is the name of a separate lock, and the key of a separate record.
  static let oddNames = ["", "a", "A", "a/b", "../a", ".", "ä", "a b", "\u{0}", String(repeating: "n", count: 400)]

  /// Requires that fifty tasks that request one lock run their bodies one at a time.
  ///
  /// The tasks request the lock only after all tasks have been created, so that the contention does not depend on how
  /// long their creation takes. The first body waits until every task has requested the lock, so that a lock that
  /// admits a second body does so under every schedule. The wait is bounded, because a store may block the threads that
  /// its callers run on.
  static func excludes(_ locks: [LockCall]) async throws {
    let bodies = 50
    let made = Tally()
    let asked = Tally()
    let inside = Tally()
    let overlaps = Tally()
    let runs = Tally()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<bodies {
        group.addTask {
          while made.value < bodies { await Task.yield() }
          asked.add(1)
          _ = try await locks[index % locks.count]("lock") { () async throws(AuthError) in
            if inside.add(1) > 1 { overlaps.add(1) }
            if runs.add(1) == 1 {
              for _ in 0..<1_000 where asked.value < bodies { await Task.yield() }
              for _ in 0..<20 { await Task.yield() }
            }
            await Task.yield()
            inside.add(-1)
            return runs.value
          }
        }
        made.add(1)
      }
      try await group.waitForAll()
    }
    try require(overlaps.value == 0, "no two bodies run under one lock at the same time")
    try require(runs.value == bodies, "every body runs once")
  }

  static func passesOn(_ lock: LockCall) async throws {
    try require(try await lock("lock") { () async throws(AuthError) in 7 } == 7, "the lock returns the body's result")
    try await requireError(.forbidden, "withLock around a failing body") {
      try await lock("lock") { () async throws(AuthError) in throw AuthError(.forbidden, "on purpose") }
    }
    try require(try await lock("lock") { () async throws(AuthError) in 8 } == 8, "an error releases the lock")
  }

  static func namesAreApart(_ lock: LockCall) async throws {
    for name in oddNames {
      let other = oddNames.first { $0 != name } ?? "other"
      let result = try await lock(name) { () async throws(AuthError) in
        try await lock(other) { () async throws(AuthError) in 1 }
      }
      try require(result == 1, "a lock of another name is free")
    }
  }

  static func cancels(_ lock: LockCall) async throws {
    let runs = Tally()
    _ = try await lock("lock") { () async throws(AuthError) in
      let waiter = Task {
        do throws(AuthError) {
          _ = try await lock("lock") { () async throws(AuthError) in
            runs.add(1)
          }
          return nil as AuthError.Code?
        } catch {
          return error.code
        }
      }
      for _ in 0..<20 { await Task.yield() }
      waiter.cancel()
      guard await waiter.value == .cancelled else {
        throw AuthError(.internalError, "A cancelled wait for the lock did not throw cancelled.")
      }
      return 0
    }
    try require(runs.value == 0, "the body of a cancelled task never runs")
    try require(try await lock("lock") { () async throws(AuthError) in 9 } == 9, "the lock is free after that")
  }
}

/// A count that many tasks share.
private final class Tally: Sendable {
  private let count = Locked(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func add(_ number: Int) -> Int {
    count.withLock { count in
      count += number
      return count
    }
  }
}

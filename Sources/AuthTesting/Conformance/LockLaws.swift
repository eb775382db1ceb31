import AuthCore

/// The laws of `withLock`, the same for session and record stores.
enum LockLaws {
  /// Names that a store must accept unchanged, each as its own lock.
  static let oddNames = ["", "a", "A", "a/b", "../a", ".", "ä", "a b", "\u{0}", String(repeating: "n", count: 400)]

  /// Fifty bodies ask for one lock, from when all tasks are there: their number is not a matter of how long it takes to
  /// make them. The first stays inside until all have asked, so that a lock which admits a second body does so in every
  /// schedule; the turns are bounded, for a store that blocks the threads its callers run on.
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
    try require(overlaps.value == 0, "no two bodies run under one lock")
    try require(runs.value == bodies, "every body runs once")
  }

  static func passesOn(_ lock: LockCall) async throws {
    try require(try await lock("lock") { () async throws(AuthError) in 7 } == 7, "the lock returns the body's result")
    try await requireError(.forbidden, "a body that throws") {
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
      try require(result == 1, "locks of other names are free")
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
        throw AuthError(.internalError, "the waiter did not end cancelled")
      }
      return 0
    }
    try require(runs.value == 0, "a cancelled waiter never runs")
    try require(try await lock("lock") { () async throws(AuthError) in 9 } == 9, "the lock is free afterwards")
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

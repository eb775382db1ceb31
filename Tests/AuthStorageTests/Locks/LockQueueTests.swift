import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

/// Locks within one process: holders, waiters, and their order.
@Suite struct LockQueueTests {
  private var queue = LockQueue<String>()

  private mutating func waiter() throws -> UInt64 {
    let id = queue.take("a")
    return try #require(id)
  }

  @Test mutating func passesLocksToTheNextWaiter() throws {
    #expect(queue.take("a") == nil && queue.take("b") == nil)
    let (first, second) = (try waiter(), try waiter())
    #expect(first != second)
    #expect(queue.wait(first, for: "a", "first") == nil)
    #expect(queue.wait(second, for: "a", "second") == nil)
    #expect(queue.release("a") == "first" && queue.release("a") == "second" && queue.release("a") == nil)
    #expect(queue.take("a") == nil)
    #expect(queue.release("b") == nil)
  }

  @Test mutating func cancelledWaiterKeepsTheOthersInOrder() throws {
    _ = queue.take("a")
    let ids = [try waiter(), try waiter(), try waiter()]
    for (id, name) in zip(ids, ["first", "second", "third"]) { #expect(queue.wait(id, for: "a", name) == nil) }
    #expect(queue.giveUp(ids[1], for: "a", .cancelled) == "second")
    #expect(queue.giveUp(ids[1], for: "a", .timedOut) == nil)
    #expect(queue.release("a") == "first")
    #expect(queue.giveUp(ids[0], for: "a", .cancelled) == nil, "the waiter already holds the lock")
    #expect(queue.release("a") == "third" && queue.release("a") == nil)
  }

  @Test mutating func outcomeBeforeQueuingIsKept() throws {
    _ = queue.take("a")
    let (cancelled, late, lucky) =
      (try waiter(), try waiter(), try waiter())
    #expect(queue.giveUp(cancelled, for: "a", .cancelled) == nil)
    #expect(queue.giveUp(late, for: "a", .timedOut) == nil)
    #expect(queue.wait(cancelled, for: "a", "cancelled") == .cancelled)
    #expect(queue.wait(late, for: "a", "late") == .timedOut)
    #expect(queue.release("a") == nil)
    #expect(queue.wait(lucky, for: "a", "lucky") == .acquired)
    #expect(queue.take("a") != nil, "the waiter that got the lock holds it")
  }

  @Test func cancelledTaskTakesNoLock() async throws {
    let locks = NamedLocks(clock: ManualClock(), timeout: .seconds(1))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try await locks.withLock(on: "a") { () async throws(AuthError) in Issue.record("taken") }
    }
    task.cancel()
    await #expect(throws: AuthError(.cancelled, "")) { try await task.value }
  }

  @Test func cancelsOneOfTwoWaiters() async throws {
    let clock = ManualClock()
    let locks = NamedLocks(clock: clock, timeout: .seconds(1))
    let (first, second) = try await locks.withLock(on: "a") { () async throws(AuthError) in
      let first = Task { try await locks.withLock(on: "a") { () async throws(AuthError) in "first" } }
      await clock.waitForSleepers(1)
      let second = Task { try await locks.withLock(on: "a") { () async throws(AuthError) in "second" } }
      await clock.waitForSleepers(2)
      second.cancel()
      _ = await second.result
      return (first, second)
    }
    #expect(try await first.value == "first")
    await #expect(throws: AuthError(.cancelled, "")) { try await second.value }
    #expect(clock.sleeperCount == 0, "a time limit ends with its wait")
  }

  /// A very short time limit is often over before its waiter is in the queue.
  @Test func waiterIsAnsweredHoweverEarlyItsTimeLimitIsOver() async throws {
    let locks = NamedLocks(clock: ManualClock(), timeout: .zero)
    try await locks.withLock(on: "a") { () async throws(AuthError) in
      for _ in 0..<2000 {
        await #expect(throws: AuthError(.storeLocked, "")) {
          try await locks.withLock(on: "a") { () async throws(AuthError) in }
        }
      }
    }
  }

  @Test func changesReachEachReaderUntilItLeaves() async {
    let changes = ChangeCounter()
    #expect(changes.count == 0)
    var one = changes.stream().makeAsyncIterator()
    var other: AsyncStream<Void>.Iterator? = changes.stream().makeAsyncIterator()
    changes.note()
    #expect(await one.next() != nil)
    #expect(await other?.next() != nil)
    #expect(changes.readers == 2)
    other = nil
    #expect(changes.readers == 1)
    changes.note()
    #expect(await one.next() != nil)
    #expect(changes.count == 2)
  }

  @Test func eachWriteToMemoryIsAChange() async throws {
    let store = MemorySessionStore()
    let session = SessionStoreConformance.example("one", generation: 1)
    let writes: [() async throws -> Void] = [
      { try await store.save(session, replacing: nil) }, { try await store.select(session.id, for: "turnkey") },
      { try await store.delete(session.id) },
    ]
    for write in writes {
      let before = store.revision
      try await write()
      #expect(store.revision == before.map { $0 + 1 })
    }
    #expect(try await !store.save(session, replacing: 4))
    #expect(store.revision == 3)
  }
}

import AuthCore
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ManualClockTests {
  private final class Journal: Sendable {
    let entries = Locked<[String]>([])
    func write(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  @Test func sleepersWakeInOrderAtTheirTime() async throws {
    let clock = ManualClock()
    let start = clock.now()
    let journal = Journal()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2] {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          journal.write("\(seconds)")
        }
      }
      await clock.waitForSleepers(3)
      clock.advance(by: .milliseconds(999))
      #expect(clock.sleeperCount == 3)
      clock.advance(by: .milliseconds(1))
      #expect(clock.sleeperCount == 2)
      clock.advance(by: .seconds(10))
      try await group.waitForAll()
    }
    #expect(Set(journal.entries.withLock { $0 }) == ["1", "2", "3"])
    #expect(clock.now() == start.addingTimeInterval(11))
    #expect(clock.uptime() == .seconds(11))
    #expect(Set(clock.sleeps) == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test func aCancelledSleepEndsAtOnce() async {
    let clock = ManualClock()
    let task = Task<Void, any Error> { try await clock.sleep(for: .seconds(60)) }
    await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
    let late = Task<Void, any Error> {
      while !Task.isCancelled { await Task.yield() }
      try await clock.sleep(for: .seconds(60))
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test func theWallClockMovesAloneToo() async throws {
    let clock = ManualClock()
    clock.set(clock.now().addingTimeInterval(-3600))
    #expect(clock.uptime() == .zero)
    try await clock.sleep(for: .zero)
    try await clock.sleep(for: .seconds(-1))
    let quick = ManualClock(advancesItself: true)
    try await quick.sleep(for: .seconds(5))
    #expect(quick.uptime() == .seconds(5))
  }

  @Test func aWaitForASleeperOfADurationIsNotEndedByOthers() async throws {
    let clock = ManualClock()
    let limit = Task { try? await clock.sleep(for: .seconds(30)) }
    await clock.waitForSleepers()
    let watcher = Task {
      await clock.waitForSleepers(2, of: .seconds(5))
      return clock.sleeperCount
    }
    let sleepers = (0..<2).map { _ in Task { try await clock.sleep(for: .seconds(5)) } }
    #expect(await watcher.value == 3)
    clock.advance(by: .seconds(5))
    for sleeper in sleepers { try await sleeper.value }
    limit.cancel()
  }

}

public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A clock that stands still until a test moves it.
///
/// `advance(by:)` moves the wall clock and the uptime together; `set(_:)` moves only the wall clock, as when a user
/// corrects the time. Sleepers are resumed in the order of their deadlines. `advance(by:)` does not wait for the
/// resumed tasks, so a task can see a later time than its deadline.
public final class ManualClock: AuthClock {
  private struct Sleeper {
    let duration: Duration
    let deadline: Duration
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Watcher {
    let count: Int
    /// The duration of the sleeps to count; nil counts every sleep.
    let duration: Duration?
    let continuation: CheckedContinuation<Void, Never>

    func isContent(with sleepers: some Collection<Sleeper>) -> Bool {
      sleepers.count { duration == nil || $0.duration == duration } >= count
    }
  }

  private struct State {
    var now: Date
    var uptime: Duration = .zero
    var sleepers: [UInt64: Sleeper] = [:]
    var cancelled: Set<UInt64> = []
    var nextID: UInt64 = 0
    var watchers: [Watcher] = []
    var slept: [Duration] = []
  }

  private let state: Locked<State>
  private let advancesItself: Bool

  /// Creates a clock at `date`, by default 2026-01-01T00:00:00Z.
  ///
  /// - Parameters:
  ///   - date: the wall clock's time until a test moves the clock.
  ///   - advancesItself: whether a sleep moves the clock and returns at once, for code that only polls or backs off.
  public init(_ date: Date = Date(timeIntervalSince1970: 1_767_225_600), advancesItself: Bool = false) {
    state = Locked(State(now: date))
    self.advancesItself = advancesItself
  }

  /// Returns the wall clock's time.
  public func now() -> Date { state.withLock { $0.now } }

  /// Returns how far the clock was advanced since it was created.
  public func uptime() -> Duration { state.withLock { $0.uptime } }

  /// The durations of all sleeps so far, in the order in which they began.
  public var sleeps: [Duration] { state.withLock { $0.slept } }

  /// How many tasks are sleeping now.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves only the wall clock, forward or back. Sleepers are not woken.
  public func set(_ date: Date) { state.withLock { $0.now = date } }

  /// Moves both clocks forward and wakes every sleeper whose deadline has passed, the earliest first.
  public func advance(by duration: Duration) {
    let target = state.withLock { $0.uptime + duration }
    while let sleeper = step(to: target) { sleeper.resume(returning: true) }
  }

  /// Moves both clocks to the next deadline up to `target`, removes the sleeper and returns its continuation. Without
  /// such a deadline, moves the clocks to `target` and returns nil.
  private func step(to target: Duration) -> CheckedContinuation<Bool, Never>? {
    state.withLock { state in
      let due = state.sleepers.filter { $0.value.deadline <= target }
      let next = due.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      let reached = max(state.uptime, next?.value.deadline ?? target)
      state.now = state.now.addingTimeInterval((reached - state.uptime).seconds)
      state.uptime = reached
      return next.flatMap { state.sleepers.removeValue(forKey: $0.key)?.continuation }
    }
  }

  /// Returns when at least `count` tasks sleep, which shows that the code under test has reached its wait.
  public func waitForSleepers(_ count: Int = 1) async { await wait(for: count, of: nil) }

  /// Returns when at least `count` tasks are in a sleep of exactly `duration`. Other tasks may sleep at the same time,
  /// because the time limits of a provider are also sleeps.
  public func waitForSleepers(_ count: Int = 1, of duration: Duration) async { await wait(for: count, of: duration) }

  private func wait(for count: Int, of duration: Duration?) async {
    await withCheckedContinuation { continuation in
      let watcher = Watcher(count: count, duration: duration, continuation: continuation)
      let isReached = state.withLock { state in
        if watcher.isContent(with: state.sleepers.values) { return true }
        state.watchers.append(watcher)
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  /// Returns when the clock has been advanced by `duration`; at once if the duration is not positive. A clock that
  /// advances itself is advanced by this function.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    state.withLock { $0.slept.append(duration) }
    guard duration > .zero else { return }
    if advancesItself {
      advance(by: duration)
      await Task.yield()
      return
    }
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let isAwake = await withTaskCancellationHandler {
      await withCheckedContinuation { register($0, id: id, duration: duration) }
    } onCancel: {
      cancel(id)
    }
    if !isAwake { throw CancellationError() }
  }

  private func register(_ continuation: CheckedContinuation<Bool, Never>, id: UInt64, duration: Duration) {
    let (isCancelled, watchers) = state.withLock { state in
      if state.cancelled.remove(id) != nil { return (true, [CheckedContinuation<Void, Never>]()) }
      state.sleepers[id] = Sleeper(
        duration: duration, deadline: state.uptime + duration, continuation: continuation)
      let sleepers = state.sleepers.values
      let reached = state.watchers.filter { $0.isContent(with: sleepers) }.map(\.continuation)
      state.watchers.removeAll { $0.isContent(with: sleepers) }
      return (false, reached)
    }
    if isCancelled { continuation.resume(returning: false) }
    for watcher in watchers { watcher.resume() }
  }

  private func cancel(_ id: UInt64) {
    let sleeper = state.withLock { state in
      guard let sleeper = state.sleepers.removeValue(forKey: id) else {
        state.cancelled.insert(id)
        return nil as CheckedContinuation<Bool, Never>?
      }
      return sleeper.continuation
    }
    sleeper?.resume(returning: false)
  }
}

/// The latest state of a provider instance, and its readers. It outlives the engine that publishes to it: after a
/// reload, readers continue with the new engine.
final class SessionStateSource: Sendable {
  /// Called when the first reader has arrived or the last one has left. It has no parameter for the new value, because
  /// a later call could pass an earlier value. Read `isWatched(by:)` instead.
  typealias Watching = @Sendable () -> Void

  private struct State {
    var value: SessionState = .loading
    var version: UInt64 = 1
    var owner: UInt64 = 0
    var revision: UInt64 = 0
    var readers = 0
    var watching: Watching?
    /// Called after every call of `set`.
    var forward: (@Sendable () -> Void)?
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter: UInt64 = 0
  }

  private let state = Locked(State())

  var current: SessionState { state.withLock { $0.value } }

  /// Lets one engine publish states. Engines that were attached earlier can no longer publish.
  ///
  /// - Returns: the number with which the engine publishes.
  func attach(_ watching: @escaping Watching) -> UInt64 {
    state.withLock { state in
      state.owner += 1
      state.revision = 0
      state.watching = watching
      return state.owner
    }
  }

  /// Whether the engine with this number publishes and has a reader.
  func isWatched(by owner: UInt64) -> Bool { state.withLock { $0.owner == owner && $0.readers > 0 } }

  /// Sets the state. Ignored unless `owner` is the number of the engine that was attached last, and `revision` is
  /// greater than that of the last state. Readers do not receive a state that means the same to them as the previous
  /// one (`isEquivalent(to:)`).
  func set(_ value: SessionState, revision: UInt64, by owner: UInt64) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.owner == owner, revision > state.revision else { return [] }
      state.revision = revision
      // A renewal without visible changes is not a new state for readers.
      let isVisible = !state.value.isEquivalent(to: value)
      state.value = value
      guard isVisible else { return [] }
      state.version += 1
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
    state.withLock { $0.forward }?()
  }

  /// Calls `body` after each later call of `set`, in place of an earlier `body`.
  func forward(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.forward = body } }

  /// Sets the state of an instance that could not be created. Ignored if the state is known, or if an engine was
  /// attached.
  func setIfLoading(_ value: SessionState) {
    if current == .loading { set(value, revision: 1, by: 0) }
  }

  /// Adds a reader.
  func began() { count(1) }

  /// Removes a reader.
  func ended() { count(-1) }

  func next(after version: UInt64) async -> (SessionState, UInt64)? {
    while !Task.isCancelled {
      let known = state.withLock { $0.version > version ? ($0.value, $0.version) : nil }
      if let known { return known }
      await wait(after: version)
    }
    return nil
  }

  private func count(_ change: Int) {
    let (before, after, watching) = state.withLock { state in
      defer { state.readers += change }
      return (state.readers, state.readers + change, state.watching)
    }
    if (before > 0) != (after > 0) { watching?() }
  }

  private func wait(after version: UInt64) async {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isNews = state.withLock { state in
          if state.version > version { return true }
          state.waiters[id] = continuation
          return false
        }
        if isNews { continuation.resume() } else if Task.isCancelled { leave(id) }
      }
    } onCancel: {
      leave(id)
    }
  }

  private func leave(_ id: UInt64) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
  }
}

/// The states of one provider's selected session: every reader gets the current one and then each change. Never ends.
public struct SessionStates: AsyncSequence, Sendable {
  /// What a reader sees.
  public typealias Element = SessionState
  /// It does not throw.
  public typealias Failure = Never

  let source: SessionStateSource

  /// A reader, beginning with the current state.
  public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  /// Reads the states.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let source: SessionStateSource
    private var version: UInt64 = 0

    init(source: SessionStateSource) { self.source = source }

    /// The next state that differs; nil when the task is cancelled.
    public mutating func next() async -> SessionState? {
      guard let (state, version) = await source.next(after: version) else { return nil }
      self.version = version
      return state
    }
  }
}

/// The latest state and whoever waits for another.
final class SessionStateSource: Sendable {
  private struct State {
    var value: SessionState = .loading
    var version: UInt64 = 1
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter: UInt64 = 0
  }

  private let state = Locked(State())

  var current: SessionState { state.withLock { $0.value } }

  /// Sets the state; an equal one is not news.
  func set(_ value: SessionState) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.value != value else { return [] }
      state.value = value
      state.version += 1
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  func next(after version: UInt64) async -> (SessionState, UInt64)? {
    while !Task.isCancelled {
      let known = state.withLock { $0.version > version ? ($0.value, $0.version) : nil }
      if let known { return known }
      await wait(after: version)
    }
    return nil
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

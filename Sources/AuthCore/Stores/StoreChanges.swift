/// Counts the changes of a store and notifies its readers.
package final class StoreChanges: Sendable {
  private struct State {
    var count: UInt64 = .zero
    var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var next: UInt64 = .zero
  }

  private let state = Locked(State())

  package init() {}

  package var count: UInt64 { state.withLock { $0.count } }

  /// How many streams are read.
  package var readers: Int { state.withLock { $0.listeners.count } }

  /// Reports a change.
  package func note() {
    let listeners = state.withLock { state in
      state.count += 1
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield() }
  }

  /// An element after changes; changes that occur while the reader is busy give one element.
  package func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
    return stream
  }
}

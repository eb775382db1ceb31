/// A counter of a store's changes, which notifies its readers.
package final class ChangeCounter: Sendable {
  private struct State {
    var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var next: UInt64 = .zero
  }

  private let changes = AtomicCount()
  private let state = Locked(State())

  package init() {}

  package var count: UInt64 { changes.value }

  /// The number of streams that have not ended.
  package var readers: Int { state.withLock { $0.listeners.count } }

  /// Counts a change, and notifies the readers of the streams.
  package func note() {
    changes.increment()
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield() }
  }

  /// Returns a stream that delivers one element after one or more changes. All changes that occur while the reader is
  /// busy result in one element.
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

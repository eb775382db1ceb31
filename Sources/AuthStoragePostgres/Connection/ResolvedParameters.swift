import AuthCore
import AuthStorage

/// A connection's options with the addresses of its hosts. The addresses may change: after a failover, a name can
/// resolve to another address.
final class ResolvedParameters: Sendable {
  private struct State {
    var current: ConnectionParameters
    var isLooking = false
  }

  private let named: ConnectionParameters
  private let state: Locked<State>

  /// Looks up the names. Blocks the calling thread.
  init(_ named: ConnectionParameters) {
    self.named = named
    state = Locked(State(current: named.resolved(HostAddresses.find)))
  }

  var current: ConnectionParameters { state.withLock { $0.current } }

  /// Looks up the names again, on a separate thread. Called after an attempt to connect failed.
  func refresh() {
    let starts = state.withLock { state in
      defer { state.isLooking = true }
      return !state.isLooking
    }
    guard starts else { return }
    let isRunning = BlockingThread.start { [self] in
      let found = named.resolved(HostAddresses.find)
      state.withLock { $0 = State(current: found) }
    }
    if !isRunning { state.withLock { $0.isLooking = false } }
  }
}

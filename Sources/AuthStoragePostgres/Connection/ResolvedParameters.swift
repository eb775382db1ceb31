import AuthCore
import AuthStorage

/// A connection's options with its hosts' addresses, which may change: after a failover a name can lead elsewhere.
final class ResolvedParameters: Sendable {
  private struct State {
    var current: ConnectionParameters
    var isLooking = false
  }

  private let named: ConnectionParameters
  private let state: Locked<State>

  /// Looks the names up; blocks.
  init(_ named: ConnectionParameters) {
    self.named = named
    state = Locked(State(current: named.resolved(HostAddresses.find)))
  }

  var current: ConnectionParameters { state.withLock { $0.current } }

  /// Looks the names up again, on a thread of its own. Called after a connection failed.
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

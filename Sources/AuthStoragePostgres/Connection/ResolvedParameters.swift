import AuthCore
import AuthStorage

/// The parameters of a connection with the addresses of its hosts. The addresses can change, for example after a
/// failover that moves a name to another address.
final class ResolvedParameters: Sendable {
  private struct State {
    var current: ConnectionParameters
    var isLooking = false
  }

  private let named: ConnectionParameters
  private let state: Locked<State>

  /// Looks up the addresses of the hosts. The lookup blocks the calling thread.
  init(_ named: ConnectionParameters) {
    self.named = named
    state = Locked(State(current: named.resolved(HostAddresses.find)))
  }

  /// The parameters with the addresses of the last lookup.
  var current: ConnectionParameters { state.withLock { $0.current } }

  /// Looks up the addresses again, on a separate thread. The loop calls this function after a failed attempt to
  /// connect. Does nothing while another lookup is running, or if the system cannot start a thread.
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

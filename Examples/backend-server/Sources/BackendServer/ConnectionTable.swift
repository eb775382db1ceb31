#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The connections that are open: so many and no more, and none that is forgotten when the server stops.
final class ConnectionTable: Sendable {
  private struct State {
    var open: Set<Int32> = []
    var isStopping = false
  }

  private let limit: Int
  private let state = Guarded(State())

  init(limit: Int) { self.limit = limit }

  var count: Int { state.withLock { $0.open.count } }
  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Whether there was room for it.
  func add(_ connection: Int32) -> Bool {
    state.withLock { state in
      guard !state.isStopping, state.open.count < limit else { return false }
      state.open.insert(connection)
      return true
    }
  }

  /// Closes it.
  func close(_ connection: Int32) {
    state.withLock { state in
      // Under the lock, so that a stop never meets the number in another's hands.
      if state.open.remove(connection) != nil { SocketNumbers.close(connection) }
    }
  }

  /// Takes no further request from any: what is being answered still is.
  func stopReading() {
    state.withLock { state in
      state.isStopping = true
      for connection in state.open { _ = shutdown(connection, SocketNumbers.reading) }
    }
  }
}

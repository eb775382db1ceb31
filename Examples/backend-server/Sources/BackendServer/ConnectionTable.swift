#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The open connections, up to a limit. When the server stops, no connection accepts a further request.
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

  /// Adds a connection unless the limit is reached or the server is stopping. Returns whether it was added.
  func add(_ connection: Int32) -> Bool {
    state.withLock { state in
      guard !state.isStopping, state.open.count < limit else { return false }
      state.open.insert(connection)
      return true
    }
  }

  /// Closes a connection.
  func close(_ connection: Int32) {
    state.withLock { state in
      // Under the lock, so that `stopReading` never shuts down a descriptor number that is already in use again.
      if state.open.remove(connection) != nil { SocketNumbers.close(connection) }
    }
  }

  /// Accepts no further request from any connection; requests in progress are still answered.
  func stopReading() {
    state.withLock { state in
      state.isStopping = true
      for connection in state.open { _ = shutdown(connection, SocketNumbers.reading) }
    }
  }
}

import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state that the threads of a server share. The daemon's callbacks own it until the daemon has ended.
final class ServerCore: Sendable {
  private struct State: Sendable {
    var connections: Connections
    var handler: HTTPServer.Handler?
    var isQuiesced = false
    /// Whether the daemon has ended.
    var isOver = false
  }

  let limits: ServerLimits
  private let state: Guarded<State>

  init(limits: ServerLimits) {
    self.limits = limits
    state = Guarded(State(connections: Connections(limits: limits)))
  }

  var connectionCount: Int { state.withLock { $0.connections.count } }

  func serve(_ handler: @escaping HTTPServer.Handler) {
    state.change { $0.handler = handler }
    state.wait { $0.isOver }
  }

  func opened(_ id: Connections.ID, socket: Int32) {
    state.withLock { $0.connections.add(id, socket: socket, now: .now) }
  }

  /// libmicrohttpd calls this before it closes the socket. So under the lock, no descriptor is in use by another.
  func closed(_ id: Connections.ID) {
    let isLast = state.withLock { state in
      state.connections.remove(id)
      return state.connections.isStopping && state.connections.isEmpty
    }
    if isLast { state.change { _ in } }
  }

  /// Returns what makes the response, which may take any time. Waits until the server runs.
  ///
  /// - Returns: nil if the server was stopped before it ran.
  /// - Throws: `tooManyConnections` if the connection is not admitted.
  func beginResponse(on id: Connections.ID) throws(RequestRefusal) -> HTTPServer.Handler? {
    // One lock for each request, because all connections share it.
    let (isAdmitted, handler) = state.withLock { state in
      (state.connections.beginResponse(on: id), state.handler)
    }
    guard isAdmitted else { throw .tooManyConnections }
    if let handler { return handler }
    state.wait { $0.handler != nil || $0.connections.isStopping }
    return state.withLock { $0.handler }
  }

  /// Notes that a response is being sent. Returns whether the connection is closed after it.
  func endResponse(on id: Connections.ID) -> Bool {
    let now = ContinuousClock.now
    return state.withLock { state in
      state.connections.endResponse(on: id, now: now)
      return state.connections.isStopping
    }
  }

  /// Stops listening with `quiesce`, and then lets no connection begin another request. Requests in progress are still
  /// answered. A second call does nothing.
  func stop(_ quiesce: () -> Void) {
    let isFirst = state.withLock { state in
      defer { state.isQuiesced = true }
      return !state.isQuiesced
    }
    guard isFirst else { return }
    quiesce()
    state.change { state in
      state.connections.stop()
      for socket in state.connections.sockets { _ = shutdown(socket, Int32(SHUT_RD)) }
    }
  }

  /// Ends the connections whose time is over, until the server was stopped and has no connection left; then calls
  /// `endDaemon`.
  func keep(_ endDaemon: () -> Void) {
    var isDone = false
    while !isDone {
      let tick = min(limits.patience, limits.refusalPatience)
      state.wait(atMost: tick) { $0.connections.isStopping && $0.connections.isEmpty }
      isDone = state.withLock { state in
        for socket in state.connections.late(now: .now) { _ = shutdown(socket, Int32(SHUT_RDWR)) }
        return state.connections.isStopping && state.connections.isEmpty
      }
    }
    endDaemon()
    state.change { $0.isOver = true }
  }
}

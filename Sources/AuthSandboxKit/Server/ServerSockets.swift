import AuthCore
import CMicroHTTPD

/// The WebSockets of one server.
final class ServerSockets: Sendable {
  private struct Table: Sendable {
    var open: [SandboxSocketID: ServerSocket] = [:]
    var isStopping = false
  }

  /// The maximum number of open WebSockets. Each has a thread.
  static let limit = 64

  private let table = Locked(Table())

  /// Makes the socket for a handshake that is about to succeed; nil if too many are open, the server is stopping, the
  /// vendor no longer has the socket, or the process has no free file descriptors.
  func open(_ id: SandboxSocketID, sandbox: Sandbox) -> ServerSocket? {
    guard let socket = ServerSocket(id, sandbox: sandbox, table: self) else { return nil }
    let isAdded = table.withLock { table in
      guard !table.isStopping, table.open.count < Self.limit else { return false }
      table.open[id] = socket
      return true
    }
    guard isAdded, sandbox.attach(id, deliver: { [weak socket] in socket?.tell($0) }) else {
      remove(id)
      return nil
    }
    return socket
  }

  func remove(_ id: SandboxSocketID) { table.withLock { $0.open[id] = nil } }

  /// Closes all sockets and waits until they have ended. Each waits at most a second for its client's close frame, and
  /// as long again for the client to stop sending.
  func stop() async {
    let open = table.withLock { table in
      table.isStopping = true
      return Array(table.open.values)
    }
    for socket in open { socket.tell(.close(.goingAway, "The sandbox is stopping.")) }
    while !table.withLock({ $0.open.isEmpty }) {
      do { try await Task.sleep(for: .milliseconds(5)) } catch { await Task.yield() }
    }
  }
}

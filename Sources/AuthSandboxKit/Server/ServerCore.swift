import AuthCore
import CMicroHTTPD

/// The running daemon with its traffic. `SandboxServer` owns the core; the task that stops the daemon may outlive the
/// server.
final class ServerCore: Sendable {
  let port: UInt16
  private let daemon: Locked<DaemonHandle>
  private let traffic: ServerTraffic

  init(sandbox: Sandbox, port: UInt16, identity: ServerIdentity?) throws(AuthError) {
    let traffic = ServerTraffic(sandbox: sandbox)
    let handle = try DaemonHandle(port: port, traffic: traffic, identity: identity)
    self.traffic = traffic
    self.port = handle.port
    daemon = Locked(handle)
  }

  func stop() async {
    guard daemon.withLock({ $0.quiesce() }) else { return }
    traffic.stop()
    await traffic.sockets.stop()
    // Waits at most two seconds (200 × 10 ms), so that a client that never finishes its request cannot keep the server
    // running.
    for _ in 0..<200 where !traffic.isIdle {
      do { try await Task.sleep(for: .milliseconds(10)) } catch { break }
    }
    // libmicrohttpd ends the process if it is stopped while a connection is suspended.
    while traffic.hasSuspended { await Task.yield() }
    daemon.withLock { $0.stop() }
  }
}

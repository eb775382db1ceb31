import CLibMicroHTTPD

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// libmicrohttpd's daemon.
///
/// `@unchecked Sendable`: any thread may call the library's functions for a daemon that has not ended, and `end` is
/// called only once, after `stopListening`.
struct Daemon: @unchecked Sendable {
  /// The port that the daemon listens on.
  let port: UInt16
  private let daemon: OpaquePointer
  private let core: Unmanaged<ServerCore>

  /// Starts a daemon; nil if `host` is not an IPv4 address, or if the port or the address is not available.
  init?(_ core: ServerCore, port: UInt16, host: String) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
    let retained = Unmanaged.passRetained(core)
    let callbacks = backend_callbacks(
      context: retained.toOpaque(), begin: DaemonCallbacks.begin, handle: DaemonCallbacks.handle,
      complete: DaemonCallbacks.complete, notify: DaemonCallbacks.notify)
    let connections = core.limits.connections + ServerLimits.refusedConnections
    guard let daemon = backend_start(&address, callbacks, UInt32(connections), ServerLimits.head * 2) else {
      retained.release()
      return nil
    }
    self.daemon = daemon
    self.core = retained
    self.port = backend_port(daemon)
  }

  /// Closes the listening socket.
  func stopListening() {
    let listener = MHD_quiesce_daemon(daemon)
    if listener >= 0 { _ = close(listener) }
  }

  /// Ends the daemon's threads.
  func end() {
    MHD_stop_daemon(daemon)
    core.release()
  }
}
